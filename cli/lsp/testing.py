"""Tests in the editor: run at their lines, with what failed marked there, coverage, snapshots and their differences.

Each command has a name and takes the address of a file and, where it is about one test, a line counted from zero. What
it finds is its answer, and is sent to the editor as a notification, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import Workspace

from astro_referee.cli.failures import failure
from astro_referee.cli.lsp import records
from astro_referee.cli.lsp.positions import lines_of, path_of, uri_of, whole_line
from astro_referee.cli.lsp.session import AstroServer, server
from astro_referee.grammar.source import file_name
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study import coverage
from astro_referee.interpreter.testing import runner
from astro_referee.interpreter.testing.at_line import TestText, test_at, tests_in

RUN, RUN_ALL, UPDATE = "astro.runTest", "astro.runTests", "astro.updateSnapshot"
COVER, DEBUG, RECORD = "astro.coverage", "astro.debugTest", "astro.testOfRecord"
RESULTS, COVERAGE = "astro/testResults", "astro/coverage"
PREVIEW = "astro.preview"
Data = dict[str, object]


# --- Where tests are -------------------------------------------------------------------------------------------------


def text_at(workspace: Workspace, uri: str) -> str:
    return "".join(lines_of(workspace, uri)).replace("\r\n", "\n").replace("\r", "\n")


def commands_for(uri: str, test: TestText) -> list[types.Command]:
    """What can be done with a test."""
    at = [uri, test.first - 1]
    found = [types.Command("Run test", RUN, arguments=at), types.Command("Debug test", DEBUG, arguments=at)]
    found.append(types.Command("Preview", PREVIEW, arguments=[uri, test.last - 1]))
    if test.kind == "playthrough":
        found.append(types.Command("Update snapshot", UPDATE, arguments=at))
    return found


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def lenses(ls: AstroServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    uri = params.text_document.uri
    tests = tests_in(text_at(ls.workspace, uri))
    found = [
        types.CodeLens(whole_line(ls.workspace, uri, test.first), command)
        for test in tests
        for command in commands_for(uri, test)
    ]
    if tests:
        first = whole_line(ls.workspace, uri, 1)
        found.append(types.CodeLens(first, types.Command("Run all tests", RUN_ALL, arguments=[uri])))
        found.append(types.CodeLens(first, types.Command("Show coverage", COVER, arguments=[uri])))
    return found


def actions(workspace: Workspace, uri: str, line: int) -> list[types.CodeAction]:
    """The same for editors without lenses, at the line of the cursor; and records that can be made tests."""
    text = text_at(workspace, uri)
    test = test_at(text, line)
    commands = commands_for(uri, test) if test is not None else []
    if line >= text.rstrip("\n").count("\n") or test is not None:
        for record in records.records_beside(path_of(uri)):
            commands.append(
                types.Command(f"Make a test of {record.name}", RECORD, arguments=[uri, record.name]),
            )
    return [types.CodeAction(title=one.title, kind=types.CodeActionKind.Empty, command=one) for one in commands]


# --- Running ---------------------------------------------------------------------------------------------------------


def run_tests(path: Path, uri: str, wanted: str | None, update: bool = False) -> list[Data]:
    """The tests of a file as it is now, or the one with a title, and how they went."""
    suite = runner.suite(library.load_source(path), path, update)
    chosen = [one for one in suite.tests if wanted is None or one.test.title == wanted]
    found: list[Data] = []
    for prepared in chosen:
        tried = suite.run(prepared)
        entry: Data = {"title": tried.title, "line": tried.line - 1, "ok": tried.ok, "rulings": list(tried.rulings)}
        if tried.changes:
            entry["changes"] = list(tried.changes)
        if tried.failure is not None:
            at = tried.failure
            own = at.file == file_name(suite.source.name)
            entry["failure"] = {
                "uri": uri if own else uri_of(Path(suite.source.path(at.file))),
                "line": at.line - 1,
                "expected": at.wanted,
                "happened": at.happened,
                "more": list(at.more),
            }
        found.append(entry)
    return found


def failures(workspace: Workspace, uri: str, results: list[Data]) -> list[types.Diagnostic]:
    """Tests that fail, marked at the lines where they do."""
    found: list[types.Diagnostic] = []
    for entry in results:
        failed = entry.get("failure")
        if isinstance(failed, dict):
            own = failed["uri"] == uri
            line = int(failed["line"]) + 1 if own else int(str(entry["line"])) + 1
            said = "\n".join([str(failed["happened"]), *failed["more"]])
            found.append(
                types.Diagnostic(
                    range=whole_line(workspace, uri, line),
                    message=said if own else f"{failed['uri']}:{failed['line']}: {said}",
                    severity=types.DiagnosticSeverity.Error,
                    code="test-failed",
                    source="astro test",
                )
            )
    return found


async def in_background(ls: AstroServer, work: Callable[[], list[Data]]) -> list[Data]:
    """Tests are run beside the requests of the editor; what cannot be run is refused with the reason."""
    try:
        return await asyncio.get_running_loop().run_in_executor(ls.player, work)
    except library.BadRules:
        raise JsonRpcException("the rules or tests have errors, which are marked", code=-32803) from None
    except Exception as error:
        said = failure(error)
        raise JsonRpcException(getattr(said, "message", None) or str(said), code=-32803) from None


async def tell(ls: AstroServer, uri: str, results: list[Data], said: str) -> None:
    ls.mark_tests(uri, failures(ls.workspace, uri, results))
    ls.protocol.notify(RESULTS, {"uri": uri, "results": results})
    failed = sum(not entry["ok"] for entry in results)
    kind = types.MessageType.Error if failed else types.MessageType.Info
    ls.window_show_message(types.ShowMessageParams(kind, f"{said}, {failed} failed" if failed else f"{said}, all hold"))


def named_test(ls: AstroServer, uri: str, line: int) -> str:
    test = test_at(text_at(ls.workspace, uri), int(line) + 1)
    if test is None:
        raise JsonRpcException("there is no test at this line", code=-32803)
    return test.title


@server.command(RUN)
async def run_test(ls: AstroServer, uri: str, line: int) -> list[Data]:
    """Runs the test at a line."""
    title = named_test(ls, uri, line)
    results = await in_background(ls, lambda: run_tests(path_of(uri), uri, title))
    await tell(ls, uri, results, title)
    return results


@server.command(RUN_ALL)
async def run_all_tests(ls: AstroServer, uri: str) -> list[Data]:
    """Runs all tests of a file."""
    results = await in_background(ls, lambda: run_tests(path_of(uri), uri, None))
    await tell(ls, uri, results, f"{len(results)} tests")
    return results


@server.command(UPDATE)
async def update_snapshot(ls: AstroServer, uri: str, line: int) -> Data:
    """Writes down how a playthrough goes now; its answer has the difference to how it went before."""
    title, path = named_test(ls, uri, line), path_of(uri)
    before = await in_background(ls, lambda: run_tests(path, uri, title))
    results = await in_background(ls, lambda: run_tests(path, uri, title, update=True))
    failed = before[0].get("failure") if before else None
    difference = [str(row) for row in failed["more"]] if isinstance(failed, dict) else []
    await tell(ls, uri, results, title)
    for one in list(ls.otherwise):  # whatever was marked went otherwise than what is kept now
        ls.otherwise.pop(one)
        ls.held[one] = text_at(ls.workspace, one)
        ls.mark(one)
    if difference:
        shown = "\n".join(difference)
        ls.window_log_message(types.LogMessageParams(types.MessageType.Info, f"{title}\n{shown}"))
    return {"uri": uri, "title": title, "difference": difference, "changes": results[0].get("changes", [])}


@server.command(DEBUG)
def debug_test(ls: AstroServer, uri: str, line: int) -> Data:
    """How an editor starts the debugger for the test at a line; `astro dap` is what it starts."""
    title = named_test(ls, uri, line)
    return {
        "type": "astro",
        "request": "launch",
        "name": title,
        "program": str(path_of(uri)),
        "line": int(line) + 1,
        "command": ["astro", "dap"],
    }


@server.command(COVER)
async def show_coverage(ls: AstroServer, uri: str) -> list[Data]:
    """What the tests of a game reach: each line with something to reach, and what was missed there."""
    path = path_of(uri)

    lines = await in_background(ls, lambda: covered(path))
    ls.protocol.notify(COVERAGE, {"uri": uri, "lines": lines})
    for one in {str(line["uri"]) for line in lines} & set(ls.workspace.text_documents):
        ls.mark_coverage(one, misses(ls.workspace, one, lines))
    return lines


def covered(path: Path) -> list[Data]:
    """The lines of a game on which there is something to reach; those of a file of tests are reached by it alone."""
    reached = coverage.cover(path, str(path))
    return [
        {
            "uri": uri_of(Path(reached.source.path(line.file))),
            "line": line.number - 1,
            "state": line.state,
            "missed": [point.verdict for point in line.points if point.missing],
        }
        for line in coverage.lines(reached)
        if line.points
    ]


def misses(workspace: Workspace, uri: str, lines: list[Data]) -> list[types.Diagnostic]:
    return [
        types.Diagnostic(
            range=whole_line(workspace, uri, int(str(line["line"])) + 1),
            message="; ".join(map(str, line["missed"])),
            severity=types.DiagnosticSeverity.Hint,
            code="not-covered",
            source="astro cover",
        )
        for line in lines
        if line["uri"] == uri and isinstance(line["missed"], list) and line["missed"]
    ]


@server.command(RECORD)
async def test_of_record(ls: AstroServer, uri: str, name: str) -> str:
    """Adds the test of a record that lies beside a file to that file."""
    path, text = path_of(uri), text_at(ls.workspace, uri)
    record = next((one for one in records.records_beside(path) if one.name == name), None)
    if record is None:
        raise JsonRpcException(f"there is no record {name} beside the file", code=-32803)
    (made,) = await in_background(ls, lambda: [{"text": records.as_test(record, records.rules_of(path), text)}])
    end = types.Position(text.count("\n"), ls.workspace.position_codec.client_num_units(text[text.rfind("\n") + 1 :]))
    added = types.TextEdit(types.Range(end, end), str(made["text"]))
    edit = types.WorkspaceEdit(changes={uri: [added]})
    ls.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, f"Make a test of {name}"))
    return str(made["text"])
