"""Studies of the bundled games: plays them as `astro study` does, and writes `docs/studies/NAME.md` with a chart.

`python docs/studies.py` writes all pages, `python docs/studies.py NAME …` some. The same seed gives the same page. What
the figures say stands on top of each page, in three sentences written by hand; it is kept, and is to be read again when
the figures change.
"""

from __future__ import annotations

import sys
from pathlib import Path

import astro_referee as astro
from astro_referee.cli.reports.study_text import study_lines
from astro_referee.interpreter.study.quality import charts
from astro_referee.interpreter.study.quality.summary import Study

FOLDER = Path(__file__).parent / "studies"
USUAL: dict[str, object] = {
    "games": 5000,
    "watched": 200,
    "bot_games": 20,
    "judged": 10,
    "strengths": ["mcts:16", "mcts:32", "mcts:64"],
}
SMALL: dict[str, object] = {
    "games": 1000,
    "watched": 40,
    "bot_games": 4,
    "judged": 2,
    "strengths": ["mcts:8", "mcts:16"],
}
LONG: dict[str, object] = SMALL | {"games": 300, "watched": 20, "bot_games": 0, "judged": 0}
STUDIES: dict[str, dict[str, object]] = {
    "ptolemy": USUAL,
    "ecliptic": SMALL | {"watched": 300},
    "ophiuchus": LONG,
    "vediic": LONG,
    "ephemeris_one": LONG,
    "ephemeris_two": USUAL | {"bot_games": 0},
    "ephemeris_three": SMALL | {"bot_games": 10},
    "ephemeris_pairs": LONG,
    "ephemeris_snap": SMALL | {"bot_games": 10},
}
"""How many games of each are played: where they are long, fewer."""


def option_words(given: dict[str, object]) -> str:
    words = [f"-n {given['games']} --watched {given['watched']} --bot-games {given['bot_games']}"]
    words.append(f"--judged {given['judged']}")
    strengths = given["strengths"]
    assert isinstance(strengths, list)
    words += [f"--strength {strength}" for strength in strengths if given["bot_games"]]
    return " ".join(words)


def said(name: str) -> str:
    """What stands between the title and the chart of a page."""
    path = FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text.partition("\n")[2].partition("![")[0].strip()


def made(name: str) -> tuple[str, str]:
    """The page and its chart."""
    given = STUDIES[name]
    study = astro.study(name, **given)  # type: ignore[arg-type]
    return page(name, study), charts.seat_chart(study.fair_play) + "\n"


def page(name: str, study: Study) -> str:
    given = STUDIES[name]
    lines = "\n".join(line.rstrip() for line in study_lines(study))
    return (
        f"# {study.title}: a study\n\n{said(name)}\n\n"
        f"![Games won by each seat, with 95 % intervals]({name}.svg)\n\n"
        f"Made by `astro study {name.replace('_', '-')} {option_words(given)}`"
        " ([what the words mean](../study.md)).\n\n"
        f"<!-- study: {name} -->\n```text\n{lines}\n```\n"
    )


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or list(STUDIES):
        text, chart = made(name)
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
