"""General's War: three cards against three, aces are generals (``docs/rules/en/generals-war.md``)."""
