"""Problems as an editor marks them, and the edits that mend them."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp.positions import range_of, uri_of, whole_line
from astro_referee.cli.lsp.telling.explaining import explained, known
from astro_referee.cli.store import Analysis
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Place

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
HEADER = 2
"""The line that names the game, the base or what is tested: problems of other files are marked there."""


def diagnostics(workspace: Workspace, analysis: Analysis, problems: tuple[Problem, ...]) -> list[types.Diagnostic]:
    """What is wrong with a file, each problem at its place."""
    return [diagnostic(workspace, analysis, problem) for problem in problems]


def diagnostic(workspace: Workspace, analysis: Analysis, problem: Problem) -> types.Diagnostic:
    uri, place = uri_of(analysis.path), analysis.located(problem.span)
    own = place.file == analysis.file
    leads_to = explained(problem.code)
    said = "\n".join([problem.message, *([problem.label] if problem.label else []), *problem.notes])
    related = [] if own else [information(workspace, analysis, place, problem.message)]
    for span, words in problem.related:
        related.append(information(workspace, analysis, analysis.located(span), words))
    return types.Diagnostic(
        range=range_of(workspace, place, uri) if own else whole_line(workspace, uri, HEADER),
        message=said if own else f"in {place.file}, line {place.start[0]}: {said}",
        severity=SEVERITIES[problem.severity],
        code=problem.code,
        code_description=types.CodeDescription(uri_of(leads_to)) if leads_to is not None else None,
        source="astro",
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if problem.code == "unused" else None,
    )


def information(
    workspace: Workspace, analysis: Analysis, place: Place, words: str
) -> types.DiagnosticRelatedInformation:
    uri = uri_of(analysis.path_of(place.file))
    return types.DiagnosticRelatedInformation(types.Location(uri, range_of(workspace, place, uri)), words)


def quick_fixes(
    workspace: Workspace, analysis: Analysis, problems: tuple[Problem, ...], wanted: types.Range
) -> list[types.CodeAction]:
    """The edits that mend the problems in a stretch of a file, the likeliest first."""
    found: list[types.CodeAction] = []
    for problem in problems:
        shown = diagnostic(workspace, analysis, problem)
        if not touches(shown.range, wanted):
            continue
        for number, edit in enumerate(analysis.edits(problem)):
            uri = uri_of(analysis.path_of(edit.place.file))
            change = types.TextEdit(range_of(workspace, edit.place, uri), edit.text)
            found.append(
                types.CodeAction(
                    title=edit.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[shown],
                    is_preferred=number == 0,
                    edit=types.WorkspaceEdit(changes={uri: [change]}),
                )
            )
    return found


EXPLAIN = "astro.explain"


def explanations(problems: list[types.Diagnostic], wanted: types.Range) -> list[types.CodeAction]:
    """For editors that follow no links of codes: what is meant, by a command."""
    codes = {str(one.code): one for one in problems if touches(one.range, wanted) and str(one.code) in known()}
    return [
        types.CodeAction(
            title=f"Explain `{code}`",
            kind=types.CodeActionKind.Empty,
            diagnostics=[one],
            command=types.Command("Explain", EXPLAIN, arguments=[code]),
        )
        for code, one in codes.items()
    ]


def touches(one: types.Range, other: types.Range) -> bool:
    return not (key(one.end) < key(other.start) or key(other.end) < key(one.start))


def key(at: types.Position) -> tuple[int, int]:
    return at.line, at.character
