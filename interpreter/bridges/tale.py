"""What somebody has been told, event by event: a match in, its tale so far out.

Whoever asks anew has mostly heard all but the last event: the lines they know are kept, and only those that differ are
worded. Secret choices that are opened later change what was told of them, so the tale goes on from there.
"""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.history import History
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show import narration


@define
class Tale:
    """The lines of who looks, as far as they were last asked for."""

    watchers: int
    """The seats that look, as a mask; 0 is the referee."""
    events: History[Event] = field(init=False, factory=History)
    lines: History[str] = field(init=False, factory=History)
    """Of each event, without those of the opening."""
    text: str = field(init=False, default="")

    def up_to(self, match: Match) -> str:
        """All that was told until now."""
        known = match.events.shared(self.events, lambda one, two: one is two)
        if known == 0 or known < len(self.events):
            self.lines = self.lines.first(known)
            self.text = "\n".join([*narration.opening(match, self.watchers), *self.lines])
        for event in match.events[known:]:
            line = "\n".join(narration.narrate(match, [event], self.watchers))
            self.lines = self.lines.with_next(line)
            self.text = f"{self.text}\n{line}" if self.text else line
        self.events = match.events
        return self.text
