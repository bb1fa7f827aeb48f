"""General's War: three cards against three, aces are generals."""
