"""All passes of the optimiser in their order: a machine in; out, one that means the same and is quicker."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.optimise import (
    constant_tables,
    dead_stores,
    equal_hypotheticals,
    filtered_loops,
    hoisting,
    inlining,
    jump_threading,
    loop_fusion,
    seat_code,
    table_loops,
    tests_first,
)
from astro_referee.interpreter.optimise.sets import (
    bit_parallel,
    candidate_rows,
    counted_places,
    gathered_tables,
    spreading,
    vacant_places,
)

SHARED_PASSES = (
    constant_tables.tabulate_functions,
    jump_threading.thread_jumps,
    inlining.inline_calls,
    loop_fusion.fuse_loops,
    filtered_loops.filter_loops,
    table_loops.loop_over_tables,
)
PASSES = (*SHARED_PASSES, hoisting.hoist_lookups)
"""The optimiser, pass by pass: each takes a machine and gives one that means the same."""
NATIVE_PASSES = (
    *SHARED_PASSES,
    dead_stores.drop_dead_stores,
    gathered_tables.tabulate_gatherings,
    vacant_places.free_places_as_sets,
    seat_code.write_for_each_seat,
    tests_first.tests_before_searches,
    bit_parallel.boards_as_sets,
    equal_hypotheticals.share_hypotheticals,
    candidate_rows.candidates_in_rows,
    spreading.spread_at_once,
    counted_places.count_along_ways,
)
"""Before C: its compiler keeps in registers what is read often, and boards are kept as sets."""


def optimised(machine: m.Machine, native: bool = False) -> m.Machine:
    for one in NATIVE_PASSES if native else PASSES:
        machine = one(machine)
    return machine
