"""The same seed gives the same report: on one core and on two, on both engines, at once and taken up again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee.interpreter.play import native
from astro_referee.interpreter.study.quality import conduct as conducting
from astro_referee.interpreter.study.quality import games as watching
from astro_referee.interpreter.study.quality.conduct import OtherStudy, conduct
from astro_referee.interpreter.study.quality.plan import plan_for
from astro_referee.interpreter.study.quality.summary import Study

PIG = ROOT / "examples" / "pig.astro"


def studied(**more: object) -> Study:
    given = {"games": 60, "watched": 20, "bot_games": 2, "judged": 2, "strengths": ["mcts:4"], "seed": 3}
    return astro.study(PIG, options={"goal": "20"}, **(given | more))  # type: ignore[arg-type]


def test_two_processes_report_what_one_does() -> None:
    """Starts two processes: a second and a half."""
    assert json.dumps(studied(jobs=2).data) == json.dumps(studied().data)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_native_games_are_the_same() -> None:
    """Compiles a game: a second."""
    assert json.dumps(studied(engine="native").data) == json.dumps(studied(engine="python").data)


def test_a_study_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after some parts, a line that is torn, and on: the rest is played, and no part twice."""
    game = astro.prepare(PIG, options={"goal": "20"})
    plan, file = plan_for(game, 3, 60, 20, 2, 2, ["mcts:4"]), tmp_path / "games.jsonl"
    played = []

    def stop(study: Study) -> None:
        if study.games >= 20:
            raise KeyboardInterrupt

    first = conduct(game, plan, keep=file, progress=stop)
    assert first.stopped
    assert first.games == 20
    file.write_text(file.read_text() + "[0,20,[[20,-1", encoding="utf-8")
    whole, real = json.dumps(studied().data), conducting.answers
    monkeypatch.setattr(
        conducting, "answers", lambda g, p, parts, *rest: real(g, p, (played.append(q) or q for q in parts), *rest)
    )
    again = conduct(game, plan, keep=file)
    assert json.dumps(again.data) == whole
    assert sum(part.count for part in played) == again.games - 20
    assert json.dumps(conduct(game, plan, keep=file).data) == json.dumps(again.data)
    with pytest.raises(OtherStudy):
        conduct(game, plan_for(game, 4, 60, 20, 2, 2, ["mcts:4"]), keep=file)


@pytest.mark.parametrize("line", ['[0,0,[["x"]]]', "[0,0,[[0,-1,1,1,1,0,1,1,-1,7]]]", "[0,0,5]", "{}", "[0,0,[[0]]]"])
def test_lines_that_hold_no_games_are_played_again(line: str, tmp_path: Path) -> None:
    game = astro.prepare(PIG, options={"goal": "20"})
    plan, file = plan_for(game, 3, 20, 10, 0, 0), tmp_path / "games.jsonl"
    whole = conduct(game, plan, keep=file)
    first = file.read_text(encoding="utf-8").splitlines()[0]
    file.write_text(f"{first}\n{line}\n", encoding="utf-8")
    assert conduct(game, plan, keep=file).data == whole.data


def test_watched_games_are_those_that_are_counted() -> None:
    game = astro.prepare(PIG, options={"goal": "20"})
    study = studied(bot_games=0)
    some = game.playouts(60, seed=3, engine=native.PYTHON)
    assert [row.length for row in study.random.rows] == list(some.lengths)
    assert [study.random.wins(seat).count for seat in range(2)] == some.wins


def test_bots_play_no_game_that_random_players_never_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would imagine as many moves for each of theirs; whoever asks for a study would wait for days."""
    monkeypatch.setattr(watching, "LONGEST_GAME", 100)
    path, file = tmp_path / "never.astro", tmp_path / "games.jsonl"
    path.write_text("astro 1\ngame Never for 2 players\nphase play\n  turns clockwise from P1\n    move wait\n")
    game = astro.prepare(path)
    plan = plan_for(game, 3, 60, 60, 4, 4, ["mcts:4"])
    study = conduct(game, plan, keep=file)
    assert study.findings[-1] == "Given up after 10 games: random players may never end this game."
    assert study.games == 10
    assert study.data == conduct(game, plan, keep=file).data == conduct(game, plan).data


def test_a_strength_that_depends_on_the_clock_is_refused() -> None:
    with pytest.raises(astro.NoBot, match="so many rounds"):
        studied(strengths=["mcts:1s"])
