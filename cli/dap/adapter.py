"""`astro dap`: what a debugger of an editor asks for, answered from one test that is run step by step."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from astro_referee.cli.dap.messages import Message, Sender, UnreadableMessage, received
from astro_referee.cli.dap.stepping import Ended, Halt, NoTest, Stepper
from astro_referee.cli.dap.variables import Variables
from astro_referee.cli.failures import failure
from astro_referee.interpreter.play import library

THREAD = 1
ABLE = {
    "supportsConfigurationDoneRequest": True,
    "supportsEvaluateForHovers": True,
    "supportsTerminateRequest": True,
}
MANNERS = {"continue": "continue", "next": "over", "stepIn": "in", "stepOut": "out"}


class Adapter:
    """One session with an editor."""

    def __init__(self, receiving: BinaryIO, sending: BinaryIO) -> None:
        self.stream, self.sender = receiving, Sender(sending)
        self.stepper: Stepper | None = None
        self.variables: Variables | None = None
        self.waiting: dict[str, set[int]] = {}
        self.enters = False
        self.thread: Thread | None = None

    def serve(self) -> None:
        """Answers until the editor ends it."""
        while True:
            try:
                message = received(self.stream)
            except UnreadableMessage as error:
                self.sender.event("output", category="stderr", output=f"{error}\n")
                break
            if message is None:
                break
            if message.get("type") == "request" and not self.answered(message):
                break
        if self.stepper is not None:
            self.stepper.end()

    def answered(self, request: Message) -> bool:
        """Whether there is more to come behind a request."""
        command, given = str(request.get("command")), request.get("arguments")
        arguments = given if isinstance(given, dict) else {}
        if command in MANNERS:
            self.go(request, MANNERS[command])
            return True
        answer: Callable[[Message, Message], None] | None = getattr(self, f"on_{command}", None)
        if answer is None:
            self.sender.refuse(request, f"`{command}` is not known here")
            return True
        try:
            answer(request, arguments)
        except (KeyError, TypeError, ValueError) as error:
            self.sender.refuse(request, f"`{command}` has arguments that cannot be: {error}")
        return command != "disconnect"

    # --- Beginning ---------------------------------------------------------------------------------------------------

    def on_initialize(self, request: Message, arguments: Message) -> None:
        self.sender.answer(request, **ABLE)

    def on_launch(self, request: Message, arguments: Message) -> None:
        """`program` is a file with tests, `line` a line of one (counted from one); `stopOnEntry` halts at its first."""
        path, line = Path(str(arguments["program"])), arguments.get("line")
        try:
            self.stepper = Stepper.of(path, int(line) if line is not None else None, self.halted)
        except NoTest as error:
            self.sender.refuse(request, str(error))
            return
        except library.BadRules as bad:
            first = bad.problems[0]
            where = f"{bad.source.file(first.span.start)}:{bad.source.place(first.span.start)[0]}"
            self.sender.refuse(request, f"{where}: {first.message}")
            return
        except Exception as error:
            said = failure(error)
            self.sender.refuse(request, getattr(said, "message", None) or str(said))
            return
        self.enters = bool(arguments.get("stopOnEntry"))
        self.sender.answer(request)
        self.sender.event("initialized")

    def on_setBreakpoints(self, request: Message, arguments: Message) -> None:  # noqa: N802 - a word of the protocol
        path = str(Path(str(arguments["source"]["path"])).resolve())
        wanted = [int(one["line"]) for one in arguments.get("breakpoints") or ()]
        if self.stepper is not None:
            self.stepper.breakpoints[path] = set(wanted)
        self.sender.answer(request, breakpoints=[{"verified": True, "line": line} for line in wanted])

    def on_setExceptionBreakpoints(self, request: Message, arguments: Message) -> None:  # noqa: N802
        self.sender.answer(request)

    def on_configurationDone(self, request: Message, arguments: Message) -> None:  # noqa: N802
        if self.stepper is None:
            self.sender.refuse(request, "nothing was launched")
            return
        self.sender.answer(request)
        self.stepper.manner = "pause" if self.enters else "continue"
        self.thread = Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self) -> None:
        """The test in its own thread, up to its end."""
        assert self.stepper is not None
        try:
            ok, said = self.stepper.play()
            verdict = f"{self.stepper.title}: {'ok' if ok else 'FAIL'}"
            rows = "\n".join([verdict, *(f"  {row}" for row in said)])
            self.sender.event("output", category="stdout" if ok else "stderr", output=f"{rows}\n")
            code = 0 if ok else 1
        except Ended:
            code = 1
        except Exception as error:
            said_ = failure(error)
            text = getattr(said_, "message", None) or str(said_)
            self.sender.event("output", category="stderr", output=f"{text}\n")
            code = 1
        self.sender.event("exited", exitCode=code)
        self.sender.event("terminated")

    # --- Halting and going on ----------------------------------------------------------------------------------------

    def halted(self, halt: Halt) -> None:
        self.variables = Variables(halt)
        more = {"text": halt.text, "description": halt.text} if halt.text else {}
        self.sender.event("stopped", reason=halt.reason, threadId=THREAD, allThreadsStopped=True, **more)

    def go(self, request: Message, manner: str) -> None:
        if self.stepper is None or self.stepper.halt is None:
            self.sender.refuse(request, "the test is not halted")
            return
        self.variables = None
        self.sender.answer(request, allThreadsContinued=True)
        self.stepper.go(manner)

    def on_pause(self, request: Message, arguments: Message) -> None:
        if self.stepper is not None:
            self.stepper.manner = "pause"
        self.sender.answer(request)

    def on_terminate(self, request: Message, arguments: Message) -> None:
        self.sender.answer(request)
        if self.stepper is not None:
            self.stepper.end()

    def on_disconnect(self, request: Message, arguments: Message) -> None:
        self.on_terminate(request, arguments)

    # --- Looking -----------------------------------------------------------------------------------------------------

    def on_threads(self, request: Message, arguments: Message) -> None:
        name = self.stepper.title if self.stepper is not None else "no test"
        self.sender.answer(request, threads=[{"id": THREAD, "name": name}])

    def on_stackTrace(self, request: Message, arguments: Message) -> None:  # noqa: N802
        halt = self.stepper.halt if self.stepper is not None else None
        frames = [
            {
                "id": number,
                "name": frame.name,
                "line": frame.line,
                "column": frame.column,
                "source": {"name": Path(frame.path).name, "path": frame.path},
            }
            for number, frame in enumerate(halt.frames if halt is not None else (), 1)
        ]
        self.sender.answer(request, stackFrames=frames, totalFrames=len(frames))

    def on_scopes(self, request: Message, arguments: Message) -> None:
        self.sender.answer(request, scopes=self.variables.scopes() if self.variables is not None else [])

    def on_variables(self, request: Message, arguments: Message) -> None:
        number = int(arguments["variablesReference"])
        self.sender.answer(request, variables=self.variables.entries(number) if self.variables is not None else [])

    def on_evaluate(self, request: Message, arguments: Message) -> None:
        found = self.variables.value(str(arguments["expression"])) if self.variables is not None else None
        if found is None:
            self.sender.refuse(request, "here only names and fields are known, such as `left` or `hand[P1]`")
        else:
            self.sender.answer(request, result=found, variablesReference=0)


def run() -> None:
    """Serves the editor that has started it."""
    sending = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed must not get between the messages
    Adapter(sys.stdin.buffer, sending).serve()
