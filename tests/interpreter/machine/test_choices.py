"""Subsets that are counted and found by their numbers are those that are gone through, in the same order."""

from __future__ import annotations

import pytest

from astro_referee.interpreter.machine.runtime import RuleFault, choice_count, choices, drawn_among, nth_choice


@pytest.mark.parametrize("group", [0, 1, 0b1011, 0b111111, 1 << 40 | 0b10110, (1 << 8) - 1 << 20])
@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 2), (1, 1), (2, 3), (3, 3), (-1, 1), (3, 2), (4, 9)])
def test_a_subset_is_found_by_its_number(group: int, low: int, high: int) -> None:
    listed = list(choices(group, low, high, 0))
    assert choice_count(group, low, high, 0) == len(listed)
    assert [nth_choice(group, low, high, number) for number in range(len(listed))] == listed


def test_too_many_subsets_are_a_fault_either_way() -> None:
    group = (1 << 40) - 1
    for count in (choice_count, choices):
        with pytest.raises(RuleFault) as fault:
            count(group, 4, 4, 17)
        assert fault.value.number == 17


def test_one_of_what_several_have_is_drawn_by_whoever_has_it() -> None:
    counts = [(3, 2), (5, 0), (7, 4)]
    drawn = [drawn_among(counts, lambda n, number=number: number) for number in range(6)]  # type: ignore[misc]
    assert drawn == [(3, 0), (3, 1), (7, 0), (7, 1), (7, 2), (7, 3)]
    assert drawn_among([(3, 0)], lambda n: 1 // 0) is None
