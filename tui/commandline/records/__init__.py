"""Commands about records, and how files of records are read."""
