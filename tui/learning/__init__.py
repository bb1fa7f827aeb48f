"""What helps to play better: hints, motives, lessons, replay and review; without any screen."""
