"""The lessons, one for each rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.learning.lessons.cover import COVER
from tui.learning.lessons.lead import LEAD
from tui.learning.lessons.lesson import Lesson
from tui.learning.lessons.twins import TWINS
from tui.learning.lessons.war import WAR

LESSONS: Final[Mapping[str, Lesson]] = {
    lesson.rules: lesson for lesson in (TWINS, COVER, LEAD, WAR)
}

__all__ = ["LESSONS", "Lesson"]
