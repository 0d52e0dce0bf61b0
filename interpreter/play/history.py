"""What has happened, in order: entries that are shared by all who have the same past.

A history never changes; adding to it, cutting it short or putting another entry in place gives a new one that shares
all but a few nodes with the old. It is a tree of nodes with 32 entries each (Bagwell 2001), so that a match can be
copied, taken back and compared at a cost that does not depend on how long it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
Node = tuple[Any, ...]
"""Entries, or nodes one step further down."""

BITS = 5
WIDTH = 1 << BITS
"""Entries of a node: a wider one costs more to copy, a narrower one makes the tree deeper."""


class Later(Generic[T]):
    """An entry that is made of `parts` when somebody first looks at it. `sort` is what is known of it before, if
    anything is.
    """

    __slots__ = ("_make", "_parts", "sort")

    def __init__(self, make: Callable[..., T], parts: tuple[Any, ...] = (), sort: object = None) -> None:
        self._make: Callable[..., T] | None = make
        self._parts: Any = parts
        """What it is made of; then what was made."""
        self.sort = sort

    def made(self) -> T:
        if self._make is not None:
            self._parts, self._make = self._make(*self._parts), None
        entry: T = self._parts
        return entry


def made(entry: Any) -> Any:
    return entry.made() if type(entry) is Later else entry


class History(Sequence[T], Generic[T]):
    """Entries one after the other; equal to any sequence of the same ones. Some may be made later."""

    __slots__ = ("_depth", "_root", "_size")
    _size: int
    _depth: int
    """Steps from the root down to the entries."""
    _root: Node

    def __init__(self, size: int = 0, depth: int = 0, root: Node = ()) -> None:
        self._size, self._depth, self._root = size, depth, root

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            first, end, step = at.indices(self._size)
            return list(self._between(first, end)) if step == 1 else [self[i] for i in range(first, end, step)]
        index = at + self._size if at < 0 else at
        if not 0 <= index < self._size:
            raise IndexError("nothing has happened there")
        entry: T = made(self._leaf(index)[index % WIDTH])
        return entry

    def __iter__(self) -> Iterator[T]:
        return self._between(0, self._size)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, History):
            return self._size == other._size and self.shared(other) == self._size
        return isinstance(other, list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self._size} entries>" if self._size != 1 else "<1 entry>"

    @property
    def newest(self) -> T:
        """The last entry of some."""
        entry: T = made(self._leaf(self._size - 1)[-1])
        return entry

    def entry(self, index: int) -> T | Later[T]:
        """An entry as it is kept."""
        found: T | Later[T] = self._leaf(index)[index % WIDTH]
        return found

    def with_next(self, entry: T | Later[T]) -> History[T]:
        """One entry more."""
        size, depth, root = self._size, self._depth, self._root
        if depth == 0 and size < WIDTH:
            return History(size + 1, 0, (*root, entry))
        if size == WIDTH << BITS * depth:  # full: a root above the root
            depth, root = depth + 1, (root,)
        return History(size + 1, depth, put(root, depth, size, entry))

    def with_entry(self, at: int, entry: T | Later[T]) -> History[T]:
        """Another entry in the place of one."""
        return History(self._size, self._depth, put(self._root, self._depth, range(self._size)[at], entry))

    def first(self, count: int) -> History[T]:
        """The beginning alone."""
        if count >= self._size:
            return self
        return History(count, self._depth, cut(self._root, self._depth, count)) if count > 0 else History()

    def shared(self, other: History[T], same: Callable[[T, T], bool] = lambda one, two: bool(one == two)) -> int:
        """How many entries both begin with; what is one and the same thing is not looked at."""
        count = min(self._size, other._size)
        one, two = self._root, other._root
        for _ in range(self._depth - other._depth):
            one = one[0]
        for _ in range(other._depth - self._depth):
            two = two[0]
        return min(count, alike(one, two, min(self._depth, other._depth), same))

    def _leaf(self, index: int) -> Node:
        node = self._root
        for level in range(self._depth, 0, -1):
            node = node[index >> BITS * level & WIDTH - 1]
        return node

    def _between(self, first: int, end: int) -> Iterator[T]:
        for start in range(first - first % WIDTH, end, WIDTH):
            yield from map(made, self._leaf(start)[max(0, first - start) : end - start])


def put(node: Node, depth: int, index: int, entry: object) -> Node:
    """A node with an entry in its place, or after the last one."""
    if depth == 0 and index & WIDTH - 1 == len(node):
        return (*node, entry)
    at = index >> BITS * depth & WIDTH - 1
    new = entry if depth == 0 else put(node[at] if at < len(node) else (), depth - 1, index, entry)
    return (*node[:at], new, *node[at + 1 :])


def cut(node: Node, depth: int, count: int) -> Node:
    """The first entries of a node; there is at least one."""
    at = count - 1 >> BITS * depth & WIDTH - 1
    if depth == 0:
        return node[: at + 1]
    return (*node[:at], cut(node[at], depth - 1, count - (at << BITS * depth)))


def alike(one: Node, two: Node, depth: int, same: Callable[[Any, Any], bool]) -> int:
    """How many entries two nodes begin with both."""
    for at, (left, right) in enumerate(zip(one, two, strict=False)):
        if left is right:
            continue
        if depth == 0:
            if not same(made(left), made(right)):
                return at
            continue
        found = alike(left, right, depth - 1, same)
        if found < WIDTH << BITS * (depth - 1):
            return (at << BITS * depth) + found
    return min(len(one), len(two)) << BITS * depth
