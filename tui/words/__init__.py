"""Everything that is said to people, made in one place and in the language of each session."""

from tui.words.scene import NOBODY, NOWHERE, Scene
from tui.words.tongue import CardStyle
from tui.words.words import Words

__all__ = ["Words", "Scene", "NOWHERE", "NOBODY", "CardStyle"]
