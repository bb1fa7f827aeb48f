"""What several tests need: packs in a chosen order, games played at random."""
