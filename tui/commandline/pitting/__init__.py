"""What the arena's commands print: progress, standings, charts, rows."""
