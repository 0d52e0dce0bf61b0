"""A table without sockets: whole games by messages, late messages, agreements, restarts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from shelf import ROOT

from astro_referee.cli.serve import messages, tables
from astro_referee.cli.serve.frames import Viewer
from astro_referee.cli.serve.storage import Hall
from astro_referee.cli.serve.tables import ServedTable

RPS = str(ROOT / "examples" / "rock_paper_scissors.astro")
NIM = """astro 1
game Heap for 2 players
var left: 0..9 = 5

phase play
  turns clockwise from P1
    move take(count in 1..3) as "take {count}"
      when count <= left else "only {left} are left"
      then
        left -= count
        if left is 0
          winner me because "the last one is taken"
"""


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path / "tables")


def say(table: ServedTable, who: Viewer, do: str, **fields: object) -> dict[str, object] | None:
    return table.answer(who, messages.read(json.dumps({"do": do, **fields})))


def frame(table: ServedTable, seat: int) -> dict[str, object]:
    found: dict[str, object] = json.loads(table.frame(Viewer("seat", seat), False))
    return found


def play_on(table: ServedTable, random: Random, most: int = 100_000) -> None:
    """Every seat that is asked plays at random; now and then by what its frame offers, which takes long to draw."""
    for number in range(most):
        if table.match.over:
            return
        seat = random.choice(table.match.actors)
        chosen = table.match.id_of(random.choice(table.match.legal(seat)))
        if number % 20 == 0:
            offer = frame(table, seat)["offer"]
            assert isinstance(offer, dict)
            assert chosen in [move["id"] for move in offer["moves"]]
        assert say(table, Viewer("seat", seat), "play", question=table.question, id=chosen) is None


def heap(hall: Hall, tmp_path: Path, begin: bool = True) -> ServedTable:
    path = tmp_path / "heap.astro"
    path.write_text(NIM)
    table = hall.open(str(path), None, {})
    if begin:
        table.begin()
    return table


@pytest.mark.parametrize(("game", "players"), [(RPS, 2), ("ephemeris_snap", 3)])
def test_a_whole_game_by_messages_is_on_the_disk(hall: Hall, game: str, players: int) -> None:
    table = hall.open(game, players, {})
    table.begin()
    play_on(table, Random(1))
    assert table.match.over
    hall.close()
    again = Hall(hall.folder)
    assert again.take_up() == []
    (found,) = again.tables.values()
    assert found.match.over and found.match.events == table.match.events
    assert found.viewer(table.chairs[0].key) == Viewer("seat", 0)
    again.close()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("host", ""), ("watch", None), ("delay", "x"), ("talk", {}), ("seats", [{}]), ("watching", "all"),
        ("game", "/etc/passwd"), ("options", {"size": "x"}), ("clock", "1x"), ("record", "../../elsewhere.txt"),
        ("players", 99), ("astro table", 7),
    ],
)  # fmt: skip
def test_a_table_that_somebody_edited_is_told_and_the_others_are_taken_up(
    hall: Hall, field: str, value: object
) -> None:
    """A link of no letters would let everybody in, and one that is no text nobody, at any table."""
    edited, other = hall.open(RPS, 2, {}), hall.open(RPS, 2, {})
    for table in (edited, other):
        table.begin()
    hall.close()
    path = hall.folder / f"{edited.name}.table.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    again = Hall(hall.folder)
    (note,) = again.take_up()
    assert path.name in note
    assert [*again.tables] == [other.name]
    assert again.seat_of("") is None and again.seat_of(other.chairs[0].key) is not None
    again.close()


def test_chance_comes_from_the_system_and_no_seed_is_used(hall: Hall) -> None:
    """Two tables whose records have the same seed are dealt different cards."""
    hands = []
    for _ in range(2):
        table = hall.open("hearts", 4, {})
        table.match.seed = 7
        table.begin()
        hands.append(table.match.view(0).key())
    assert hands[0] != hands[1]


def test_what_was_sent_for_an_older_question_comes_too_late(hall: Hall, tmp_path: Path) -> None:
    table = heap(hall, tmp_path)
    seen = frame(table, 0)
    offer = seen["offer"]
    assert isinstance(offer, dict)
    first = offer["moves"][0]["id"]
    assert say(table, Viewer("seat", 0), "play", question=seen["question"], id=first) is None
    answer = say(table, Viewer("seat", 0), "play", question=seen["question"], id=first)
    assert answer is not None and "too late" in str(answer["message"])
    assert table.match.number == 1


def test_secret_choices_are_made_at_once_and_the_first_in_a_race_counts(hall: Hall) -> None:
    """Who chooses in secret after another is not late; who enters a race after another is."""
    table = hall.open(RPS, 2, {})
    table.begin()
    seen = [frame(table, seat) for seat in (0, 1)]
    for seat in (1, 0):
        offer = seen[seat]["offer"]
        assert isinstance(offer, dict)
        assert (
            say(table, Viewer("seat", seat), "play", question=seen[seat]["question"], id=offer["moves"][0]["id"])
            is None
        )
    race = hall.open("ephemeris_snap", 3, {})
    race.begin()
    while race.match.decision is not None and race.match.decision.manner != "any":
        play_on(race, Random(3), 1)
    seen = [frame(race, seat) for seat in race.match.actors]
    entering = []
    for one in seen:
        offer = one["offer"]
        assert isinstance(offer, dict)
        entering.append(next(move["id"] for move in offer["moves"] if not offer["sorts"][move["sort"]]["ends"]))
    first, second = race.match.actors[:2]
    assert say(race, Viewer("seat", second), "play", question=seen[1]["question"], id=entering[1]) is None
    late = say(race, Viewer("seat", first), "play", question=seen[0]["question"], id=entering[0])
    assert late is not None and "too late" in str(late["message"])


def test_chance_that_goes_on_for_ever_is_told(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_BY_CHANCE", 50)
    path = tmp_path / "coins.astro"
    path.write_text(
        "astro 1\ngame Coins for 2 players\nvar n: 0..1\nphase play until n > 1\n  n = random from 0..1\nend\n  draw\n"
    )
    table = hall.open(str(path), None, {})
    table.begin()
    assert "may never end" in json.loads(table.people(Viewer("seat", 0)))["notice"]


def test_a_race_that_nobody_enters_is_over_when_all_have_let_it_pass(hall: Hall) -> None:
    race = hall.open("ephemeris_snap", 3, {})
    race.begin()
    while race.match.decision is not None and race.match.decision.manner != "any":
        play_on(race, Random(3), 1)
    asked, number = race.match.actors, race.match.number
    for count, seat in enumerate(asked):
        assert race.match.number == number + count and seat in race.match.actors
        offer = frame(race, seat)["offer"]
        assert isinstance(offer, dict)
        (let_pass,) = (move["id"] for move in offer["moves"] if offer["sorts"][move["sort"]]["ends"])
        assert say(race, Viewer("seat", seat), "play", question=race.question, id=let_pass) is None
    assert race.match.number > number + len(asked) and race.match.actors == asked


def test_why_not_says_the_rule_and_what_it_saw(hall: Hall, tmp_path: Path) -> None:
    table = heap(hall, tmp_path)
    say(table, Viewer("seat", 0), "type", question=table.question, text="take 3")
    answer = say(table, Viewer("seat", 1), "why", sort=0, args=["3"], text="3")
    assert answer is not None
    (reason,) = answer["reasons"]  # type: ignore[misc]
    assert reason["text"] == "only 2 are left" and "count <= left" in reason["rule"] and ["left", "2"] in reason["seen"]


def test_numbers_are_the_places_that_a_plan_has_for_whoever_moves_and_no_others(hall: Hall) -> None:
    """Each side counts the points from its own home; what the dice show is no place."""
    table = hall.open("backgammon", 2, {})
    table.begin()
    random, sides = Random(1), set()
    for _ in range(30):
        (seat,) = table.match.actors
        shown = json.dumps(found := frame(table, seat))
        men = f'data-place=\\"{{}}\\" data-thing=\\"{table.game.players[seat]}\\"'
        for move in found["offer"]["moves"]:  # type: ignore[index]
            (point, _), (die, _) = move["args"]
            assert men.format(point) in shown
            assert f'data-place=\\"{die}\\"' not in shown
            args = [point, die]
            asked = say(table, Viewer("seat", seat), "why", text="?", sort=move["sort"], args=args)
            assert asked is not None and asked["ok"] and asked["text"] == move["typed"]
        sides.add(seat)
        table.play(seat, random.choice(table.match.legal(seat)))
    assert sides == {0, 1}


def test_only_ones_own_last_move_is_taken_back_without_consent(hall: Hall, tmp_path: Path) -> None:
    table = heap(hall, tmp_path)
    say(table, Viewer("seat", 0), "type", question=table.question, text="take 1")
    assert (table.undo_way(0), table.undo_way(1)) == ("free", "")
    say(table, Viewer("seat", 0), "offer", what="undo")
    assert table.match.number == 0
    say(table, Viewer("seat", 0), "type", question=table.question, text="take 1")
    say(table, Viewer("seat", 1), "type", question=table.question, text="take 1")
    assert table.undo_way(0) == "ask"
    say(table, Viewer("seat", 0), "offer", what="undo")
    assert table.match.number == 2
    say(table, Viewer("seat", 1), "answer", yes=True)
    assert table.match.number == 0
    say(table, Viewer("seat", 0), "offer", what="draw")
    say(table, Viewer("seat", 1), "answer", yes=False)
    assert not table.match.over
    say(table, Viewer("seat", 1), "resign")
    assert table.match.result is not None and table.match.result.winners == (0,)


def test_a_link_taken_back_is_worth_nothing(hall: Hall, tmp_path: Path) -> None:
    table = heap(hall, tmp_path, begin=False)
    old = table.chairs[0].key
    say(table, Viewer("host"), "seat", seat=0, renew=True)
    assert table.viewer(old) is None and table.viewer(table.chairs[0].key) == Viewer("seat", 0)
    assert len({chair.key for chair in table.chairs} | {table.host_key, table.watch_key}) == len(table.chairs) + 2
    assert all(len(chair.key) * 6 >= 128 for chair in table.chairs)
    assert say(table, Viewer("seat", 0), "start") == {
        "do": "refused", "to": "start", "message": "this link is not for that"
    }  # fmt: skip


def test_the_lobby_sets_names_players_and_options(hall: Hall) -> None:
    table = hall.open("hearts", None, {})
    say(table, Viewer("seat", 0), "name", name="Ann")
    assert say(table, Viewer("seat", 1), "name", name="ann") is not None
    low, high = table.game.rules.seats
    refused = say(table, Viewer("host"), "set", players=high + 1)
    assert refused is not None and refused["do"] == "refused"
    say(table, Viewer("host"), "seat", seat=1, bot="random")
    say(table, Viewer("host"), "start")
    assert table.match.names[0] == "Ann" and table.match.bots == {1: "random"} and low <= table.game.seats <= high


def test_a_clock_ends_a_game_of_two(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = heap(hall, tmp_path, begin=False)
    assert say(table, Viewer("host"), "set", clock="1x") is not None
    say(table, Viewer("host"), "set", clock="10s")
    table.begin()
    table.since -= 4
    table.tick()
    assert not table.match.over
    table.since -= 7
    table.tick()
    assert table.match.result is not None and table.match.result.winners == (1,)


def test_those_who_watch_are_behind_and_see_what_was_chosen(hall: Hall) -> None:
    table = hall.open("hearts", 4, {})
    table.delay = 30
    table.begin()
    watch = table.viewer(table.watch_key)
    assert watch is not None and not watch.shoulders
    assert json.loads(table.frame(watch, False))["number"] == 0
    table.steps = [(at - 60, number) for at, number in table.steps]
    table.cache.clear()
    seen = json.loads(table.frame(watch, False))
    hands = [zone for zone in seen["scene"]["zones"] if zone["owner"] is not None and zone["count"] == 13]
    assert len(hands) == 4 and all(zone["hidden"] for zone in hands)
    table.watching = "watched"
    watch = table.viewer(table.watch_key)
    assert watch is not None
    open_hands = [zone for zone in json.loads(table.frame(watch, False))["scene"]["zones"] if zone["count"] == 13]
    assert not any(zone["hidden"] for zone in open_hands)


def test_nothing_tells_those_who_are_behind_that_the_game_goes_on(hall: Hall, tmp_path: Path) -> None:
    """Neither what stands on the table, nor a number, a clock, a proposal or what the players say."""
    table = heap(hall, tmp_path, begin=False)
    say(table, Viewer("host"), "set", clock="10m", delay=30)
    table.begin()
    watch = Viewer("watch")
    before = table.frame(watch, False), table.people(watch), table.said(watch)
    say(table, Viewer("seat", 0), "type", question=table.question, text="take 1")
    say(table, Viewer("seat", 0), "offer", what="draw")
    say(table, Viewer("seat", 1), "chat", text="so you took one")
    assert before == (table.frame(watch, False), table.people(watch), table.said(watch))
    say(table, Viewer("seat", 1), "resign")
    assert json.loads(table.frame(watch, False))["over"] and "took one" in table.said(watch)


def test_a_view_is_drawn_once_for_all_who_look(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    from astro_referee.cli.serve import frames

    drawn = []
    real = frames.drawing.drawn
    monkeypatch.setattr(frames.drawing, "drawn", lambda *given: drawn.append(1) or real(*given))
    table = hall.open("ptolemy", 2, {})
    table.begin()
    watch = table.viewer(table.watch_key)
    assert watch is not None
    assert len({table.frame(watch, False) for _ in range(200)}) == 1
    assert len(drawn) == 1


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "1", "{", '{"do":1}', '{"do":"fly"}', '{"do":"play","question":"1"}', '{"do":"play","more":1}',
        '{"do":"why","args":[1]}', '{"do":"chat","text":["x"]}', '{"do":"seat","seat":true}',
        '{"do":"chat","do":"chat"}', '{"do":"chat","text":"\\ud800"}', '{"do":"past","number":1e9}',
        "[" * 4000, '{"do":"chat","text":"' + "x" * 5000 + '"}', '{"do":"past","number":-1}',
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(messages.Refused):
        messages.read(text)


def test_at_a_real_table_whoever_rolls_says_what_came_up(hall: Hall) -> None:
    table = hall.open(str(ROOT / "examples" / "pig.astro"), 2, {}, typed=True)
    table.begin()
    seen = frame(table, 1)
    chance = seen["chance"]
    assert isinstance(chance, dict) and chance["outcomes"] == list("123456")
    refused = say(table, Viewer("seat", 0), "outcome", question=table.question, text="7")
    assert refused is not None and "cannot come up" in str(refused["message"])
    assert say(table, Viewer("seat", 0), "outcome", question=seen["question"], text="4") is None
    assert table.match.events[-1].text == "4"
    late = say(table, Viewer("seat", 1), "outcome", question=seen["question"], text="4")
    assert late is not None and late["do"] == "refused"
