"""The engine that runs generated Python: a module's functions, by the names that all engines have."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import TYPE_CHECKING, Any

from attrs import define, field

from astro_referee.interpreter.backends.engine import Below, State
from astro_referee.interpreter.machine.expressions import FunctionRef

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.python.writer import Writer


@define
class PythonEngine:
    """A generated module that has been run, with the machine's names for its functions.

    What runs in inner loops are the module's own functions, so that an engine costs nothing.
    """

    module: dict[str, Any]
    names: dict[FunctionRef, str]
    start: Callable[..., Any] = field(init=False)
    run: Callable[..., Any] = field(init=False)
    act: Callable[..., Any] = field(init=False)
    happen: Callable[..., Any] = field(init=False)
    outcomes: Callable[..., Any] = field(init=False)
    playout: Callable[..., Any] = field(init=False)
    seen: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        for name in ("start", "run", "act", "happen", "outcomes", "playout"):
            setattr(self, name, self.module[name])
        self.seen = self.module.get("SEEN", [])

    @classmethod
    def loaded(cls, code: CodeType, names: dict[FunctionRef, str]) -> PythonEngine:
        """The engine of a compiled module."""
        module: dict[str, Any] = {"__name__": "astro_generated"}
        exec(code, module)
        return cls(module, names)

    @classmethod
    def of(cls, writer: Writer) -> PythonEngine:
        """The engine of a machine that is about to be written."""
        return cls.loaded(compile(writer.module(), f"<{writer.machine.title}>", "exec"), dict(writer.names))

    def options(self, state: State) -> Any:
        return self.module["OPTIONS"][state[0]](state)

    def sample(self, state: State, below: Below) -> int:
        outcome: int = self.module["SAMPLE"][state[0]](state, below)
        return outcome

    def function(self, ref: FunctionRef) -> Callable[..., Any]:
        self.rest()
        found: Callable[..., Any] = self.module[self.names[ref]]
        return found

    def rest(self) -> None:
        self.module["SPENT"][0] = 0
