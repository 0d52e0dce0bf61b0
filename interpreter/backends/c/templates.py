"""Pieces of C that are written once for each representation that needs them.

In a piece, `$R` is the type of a group of bits and `$P` how its functions begin; `$Q` and `$B` are the same for a
second group, `$T` the type of the values of a list.
"""

from __future__ import annotations

import re

from astro_referee.interpreter.backends.c.representation import Bits, Listing, Representation

NARROW = """
static inline $R $P_from(uint64_t a) { return a; }
static inline uint64_t $P_low($R a) { return (uint64_t)a; }
static inline $R $P_bit(int64_t n) { return ($R)1 << (n & ($W - 1)); }
static inline int64_t $P_has($R a, int64_t n) { return (int64_t)(a >> n & 1); }
static inline $R $P_shl($R a, int64_t n) { return n < $W ? a << n : 0; }
static inline $R $P_shr($R a, int64_t n) { return n < $W ? a >> n : 0; }
static inline $R $P_or($R a, $R b) { return a | b; }
static inline $R $P_and($R a, $R b) { return a & b; }
static inline $R $P_andnot($R a, $R b) { return a & ~b; }
static inline $R $P_add($R a, $R b) { return a + b; }
static inline $R $P_sub($R a, $R b) { return a - b; }
static inline $R $P_mul($R a, int64_t b) { return a * ($R)b; }
static inline int $P_eq($R a, $R b) { return a == b; }
static inline int $P_any($R a) { return a != 0; }
"""
ONE_WORD = """
static inline int64_t b64_count(uint64_t a) { return __builtin_popcountll(a); }
static inline int64_t b64_least(uint64_t a) { return __builtin_ctzll(a); }
static inline int64_t b64_length(uint64_t a) { return a ? 64 - __builtin_clzll(a) : 0; }
"""
TWO_WORDS = """
static inline int64_t b128_count(u128 a) {
    return __builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64));
}
static inline int64_t b128_least(u128 a) {
    return (uint64_t)a ? __builtin_ctzll((uint64_t)a) : 64 + __builtin_ctzll((uint64_t)(a >> 64));
}
static inline int64_t b128_length(u128 a) {
    uint64_t high = (uint64_t)(a >> 64), low = (uint64_t)a;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}
"""
WIDE = """
typedef struct { uint64_t w[$N]; } $R;
static inline $R $P_from(uint64_t a) { $R r = {{a}}; return r; }
static inline uint64_t $P_low($R a) { return a.w[0]; }
static inline $R $P_bit(int64_t n) {
    $R r = {{0}};
    if ((uint64_t)n < 64 * $N) r.w[n >> 6] = (uint64_t)1 << (n & 63);
    return r;
}
static inline int64_t $P_has($R a, int64_t n) { return n < $W ? (int64_t)(a.w[n >> 6] >> (n & 63) & 1) : 0; }
static inline $R $P_or($R a, $R b) { $EACH(a.w[$i] |= b.w[$i];) return a; }
static inline $R $P_and($R a, $R b) { $EACH(a.w[$i] &= b.w[$i];) return a; }
static inline $R $P_andnot($R a, $R b) { $EACH(a.w[$i] &= ~b.w[$i];) return a; }
static inline int $P_eq($R a, $R b) {
    uint64_t d = 0;
    $EACH(d |= a.w[$i] ^ b.w[$i];)
    return d == 0;
}
static inline int $P_any($R a) { uint64_t d = 0; $EACH(d |= a.w[$i];) return d != 0; }
static inline uint64_t $P_word($R a, int64_t i) { return (uint64_t)i < $N ? a.w[i] : 0; }
static inline $R $P_shl($R a, int64_t n) {
    $R r;
    int64_t k = n >> 6, m = n & 63;
    $EACH(r.w[$i] = $P_word(a, $i - k) << m | $P_word(a, $i - k - 1) >> 1 >> (63 - m);)
    return r;
}
static inline $R $P_shr($R a, int64_t n) {
    $R r;
    int64_t k = n >> 6, m = n & 63;
    $EACH(r.w[$i] = $P_word(a, $i + k) >> m | $P_word(a, $i + k + 1) << 1 << (63 - m);)
    return r;
}
static $R $P_add($R a, $R b) {
    u128 carry = 0;
    for (int i = 0; i < $N; i++) carry += (u128)a.w[i] + b.w[i], a.w[i] = (uint64_t)carry, carry >>= 64;
    return a;
}
static $R $P_sub($R a, $R b) {
    uint64_t borrow = 0;
    for (int i = 0; i < $N; i++) {
        u128 d = (u128)a.w[i] - b.w[i] - borrow;
        a.w[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    return a;
}
static $R $P_mul($R a, int64_t b) {
    u128 carry = 0;
    for (int i = 0; i < $N; i++) carry += (u128)a.w[i] * (uint64_t)b, a.w[i] = (uint64_t)carry, carry >>= 64;
    return a;
}
static inline int64_t $P_count($R a) {
    int64_t n = 0;
    $EACH(n += __builtin_popcountll(a.w[$i]);)
    return n;
}
static int64_t $P_least($R a) {
    int i = 0;
    while (!a.w[i]) i++;
    return 64 * i + __builtin_ctzll(a.w[i]);
}
static int64_t $P_length($R a) {
    for (int i = $N; i--;)
        if (a.w[i]) return 64 * (i + 1) - __builtin_clzll(a.w[i]);
    return 0;
}
"""
EACH = re.compile(r"\$EACH\((.*;)\)")
"""In a piece, what is done for each word."""
MOST_WRITTEN_OUT = 8
"""Words for which that is written out."""
LIST = """
typedef struct { int64_t n; $T *v; } list_$L;
"""
PIECES = {
    "without_least": """
static inline $R $P_without_least($R a) { return $P_andnot(a, $P_bit($P_least(a))); }
""",
    "converted": """
static inline $Q $P_to_$B($R a) {
    $Q r = $B_from(0);
    uint64_t *to = (uint64_t *)&r;
    const uint64_t *from = (const uint64_t *)&a;
    for (size_t i = 0; i < sizeof r / 8 && i < sizeof a / 8; i++) to[i] = from[i];
    return r;
}
""",
    "nth": """
static inline int64_t $P_nth($R a, int64_t n) {
#ifdef __BMI2__
    if (sizeof a == 8) return __builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << n, $P_low(a)));
    if (sizeof a == 16) {
        int64_t first = __builtin_popcountll($P_low(a));
        if (n < first) return __builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << n, $P_low(a)));
        return 64 + __builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << (n - first), $P_low($P_shr(a, 64))));
    }
#endif
    while (n--) a = $P_andnot(a, $P_bit($P_least(a)));
    return $P_least(a);
}
""",
    "subset_count": """
static int64_t $P_subset_count(context *c, $R set, int64_t low, int64_t high, int64_t number) {
    int64_t members = $P_count(set), all = 0;
    for (int64_t size = low > 0 ? low : 0; size <= high && size <= members; size++) {
        all += ways_to_choose(members, size);
        if (all > MOST_CHOICES) fault(c, number);
    }
    return all;
}
""",
    "nth_subset": """
static $R $P_nth_subset($R set, int64_t low, int64_t n) {
    int64_t members = $P_count(set), size = low > 0 ? low : 0, ways;
    $R chosen = $P_from(0);
    for (; n >= (ways = ways_to_choose(members, size)); size++) n -= ways;
    for (; size; members--) {
        $R first = $P_bit($P_least(set));
        int64_t with = ways * size / members; /* so many have the first member, and the others do not */
        if (n < with) chosen = $P_or(chosen, first), size--, ways = with;
        else n -= with, ways -= with;
        set = $P_andnot(set, first);
    }
    return chosen;
}
""",
    "field": """
static inline uint64_t $P_field($R a, int64_t at, int64_t bits) {
    const uint64_t *words = (const uint64_t *)&a, all = bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
    int64_t word = at >> 6, first = at & 63;
    if (word >= $N) return 0;
    uint64_t found = words[word] >> first;
    if ($N > 1 && first + bits > 64 && word + 1 < $N) found |= words[word + 1] << (64 - first);
    return found & all;
}
""",
    "bag_pick": """
static int64_t $P_bag_pick($R bag, int64_t number, int64_t width) {
    int64_t face = 0;
    for (;; face++) {
        int64_t held = (int64_t)$P_field(bag, width * face, width);
        if (number < held) return face;
        number -= held;
    }
}
""",
    "runs": """
static int64_t $P_runs($R a, int64_t count, int64_t ends_meet) {
    int64_t longest = 0;
    if (!ends_meet || !$P_has(a, 0) || !$P_has(a, count - 1)) {
        for (; $P_any(a); a = $P_and(a, $P_shl(a, 1))) longest++;
        return longest;
    }
    int64_t gap = 0;
    while (gap < count && $P_has(a, gap)) gap++;
    if (gap == count) return count;
    $R turned = $P_or($P_shr(a, gap), $P_shl($P_andnot(a, $P_shl($P_shr(a, gap), gap)), count - gap));
    for (; $P_any(turned); turned = $P_and(turned, $P_shl(turned, 1))) longest++;
    return longest;
}
""",
    "row_length": """
static inline int64_t $P_row_length($R row, int64_t width) { return ($P_length(row) + width - 1) / width; }
""",
    "row_values": """
static list_n $P_row_values(int64_t *out, $R row, int64_t bits, int64_t width, int64_t first) {
    list_n made = {$P_row_length(row, width), out};
    for (int64_t i = 0; i < made.n; i++) out[i] = (int64_t)$P_field(row, width * i, bits) - 1 + first;
    return made;
}
""",
    "row_of": """
static $R $P_row_of(list_n values, int64_t width, int64_t first) {
    $R row = $P_from(0);
    for (int64_t i = values.n; i--;) row = $P_or($P_shl(row, width), $P_from((uint64_t)(values.v[i] + 1 - first)));
    return row;
}
""",
    "row_joined": """
static $R $P_row_joined($R row, $R other, int64_t width) {
    return $P_or(row, $P_shl(other, width * $P_row_length(row, width)));
}
""",
    "row_last": """
static int64_t $P_row_last($R row, int64_t bits, int64_t width) {
    return (int64_t)$P_field(row, width * ($P_row_length(row, width) - 1), bits) - 1;
}
""",
    "row_front": """
static $R $P_row_front($R row, int64_t width) {
    if (!$P_any(row)) return row;
    int64_t kept = width * ($P_row_length(row, width) - 1);
    return $P_sub(row, $P_shl($P_shr(row, kept), kept));
}
""",
    "row_less": """
static $R $P_row_less_$B($R row, $Q group, int64_t held, int64_t bits, int64_t width) {
    $R kept = $P_from(0);
    int64_t length = $P_row_length(row, width), at = 0;
    for (int64_t i = 0; i < length; i++) {
        uint64_t entry = $P_field(row, width * i, width);
        int64_t place = held * (int64_t)((entry & (((uint64_t)1 << bits) - 1)) - 1);
        if ($B_field(group, place, held)) group = $B_sub(group, $B_bit(place));
        else kept = $P_or(kept, $P_shl($P_from(entry), width * at++));
    }
    return kept;
}
""",
    "row_held": """
static $Q $P_row_held_$B($R row, int64_t held, int64_t bits, int64_t width) {
    $Q group = $B_from(0);
    int64_t length = $P_row_length(row, width);
    for (int64_t i = 0; i < length; i++) {
        int64_t value = (int64_t)$P_field(row, width * i, bits) - 1;
        group = $B_add(group, $B_bit(held * value));
    }
    return group;
}
""",
    "subsets": """
typedef struct { $R set, chosen; int64_t members, low, high, size; int16_t member[$W], at[$W]; } $P_subsets;
static void $P_subsets_chosen($P_subsets *it) {
    it->chosen = $P_from(0);
    for (int64_t i = 0; i < it->size; i++) it->chosen = $P_or(it->chosen, $P_bit(it->member[it->at[i]]));
}
static int $P_subsets_size($P_subsets *it, int64_t size) {
    if (size > it->high || size > it->members) return 0;
    it->size = size;
    for (int64_t i = 0; i < size; i++) it->at[i] = (int16_t)i;
    $P_subsets_chosen(it);
    return 1;
}
static int $P_subsets_first(context *c, $P_subsets *it, $R set, int64_t low, int64_t high, int64_t number) {
    it->members = 0;
    for ($R rest = set; $P_any(rest); rest = $P_andnot(rest, $P_bit($P_least(rest))))
        it->member[it->members++] = (int16_t)$P_least(rest);
    it->high = high;
    double ways = 0, now = 1;
    for (int64_t size = 0; size <= it->members && size <= high; size++) {
        if (size >= low) ways += now;
        now = now * (double)(it->members - size) / (double)(size + 1);
    }
    if (ways > MOST_CHOICES + 0.5) fault(c, number);
    return $P_subsets_size(it, low > 0 ? low : 0);
}
static int $P_subsets_next($P_subsets *it) {
    int64_t i = it->size - 1;
    while (i >= 0 && it->at[i] == it->members - it->size + i) i--;
    if (i < 0) return $P_subsets_size(it, it->size + 1);
    it->at[i]++;
    for (int64_t k = i + 1; k < it->size; k++) it->at[k] = (int16_t)(it->at[k - 1] + 1);
    $P_subsets_chosen(it);
    return 1;
}
""",
    "heaps": """
typedef struct {
    $R chosen;
    int64_t faces, size, high, all, made, number, width;
    int64_t face[$W], held[$W], taken[$W], behind[$W + 1];
} $P_heaps;
static int $P_heaps_chosen(context *c, $P_heaps *it) {
    it->chosen = $P_from(0);
    for (int64_t i = 0; i < it->faces; i++)
        it->chosen = $P_or(it->chosen, $P_shl($P_from((uint64_t)it->taken[i]), it->width * it->face[i]));
    if (++it->made > MOST_CHOICES) fault(c, it->number);
    return 1;
}
static void $P_heaps_fill($P_heaps *it, int64_t i, int64_t left) {
    for (; i < it->faces; i++) {
        it->taken[i] = it->held[i] < left ? it->held[i] : left;
        left -= it->taken[i];
    }
}
static int $P_heaps_size(context *c, $P_heaps *it, int64_t size) {
    if (size > it->high || size > it->all) return 0;
    it->size = size;
    $P_heaps_fill(it, 0, size);
    return $P_heaps_chosen(c, it);
}
static int $P_heaps_first(
    context *c, $P_heaps *it, $R bag, int64_t low, int64_t high, int64_t number, int64_t width, int64_t faces) {
    it->faces = it->all = it->made = 0;
    it->high = high, it->number = number, it->width = width;
    for (int64_t face = 0; face < faces; face++) {
        int64_t held = (int64_t)$P_field(bag, width * face, width);
        if (held) it->face[it->faces] = face, it->held[it->faces++] = held, it->all += held;
    }
    it->behind[it->faces] = 0;
    for (int64_t i = it->faces; i--;) it->behind[i] = it->behind[i + 1] + it->held[i];
    return $P_heaps_size(c, it, low > 0 ? low : 0);
}
static int $P_heaps_next(context *c, $P_heaps *it) {
    int64_t behind = 0;
    for (int64_t i = it->faces; i--; behind += it->taken[i]) {
        if (i + 1 < it->faces) {
            if (it->taken[i] && behind < it->behind[i + 1]) {
                it->taken[i]--;
                $P_heaps_fill(it, i + 1, behind + 1);
                return $P_heaps_chosen(c, it);
            }
        }
    }
    return $P_heaps_size(c, it, it->size + 1);
}
""",
    "listed": """
static int64_t $P_listed(int16_t *to, $R set) {
    int64_t count = 0;
    for (; $P_any(set); set = $P_andnot(set, $P_bit($P_least(set)))) to[count++] = (int16_t)$P_least(set);
    return count;
}
""",
    "note": """
static void $P_note(context *c, $R a) { note_words(c, (const uint64_t *)&a, sizeof a / 8); }
""",
}
LIST_PIECES = {
    "list_copy": """
static void $P_list_copy(context *c, list_$P *to, list_$P from, int64_t room) {
    if (from.n > room) leave(c, NO_ROOM, 0);
    if (from.n) memmove(to->v, from.v, (size_t)from.n * sizeof *to->v);
    to->n = from.n;
}
""",
    "list_first": """
static list_$P $P_list_first(list_$P values, int64_t count) {
    values.n = count < 0 ? 0 : count < values.n ? count : values.n;
    return values;
}
""",
    "list_last": """
static list_$P $P_list_last(list_$P values, int64_t count) {
    if (count < 0) count = 0;
    if (count < values.n) values.v += values.n - count, values.n = count;
    return values;
}
""",
    "ordered": """
static list_$P $P_ordered($R *out, int64_t *order, list_$P values, int64_t keys, const list_n *key) {
    for (int64_t i = 0; i < values.n; i++) {
        int64_t at = i;
        for (; at; at--) {
            int64_t k = 0;
            while (k < keys && key[k].v[i] == key[k].v[order[at - 1]]) k++;
            if (k == keys || key[k].v[i] > key[k].v[order[at - 1]]) break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (int64_t i = 0; i < values.n; i++) out[i] = values.v[order[i]];
    list_$P made = {values.n, out};
    return made;
}
""",
    "note_list": """
static void list_$P_note(context *c, list_$P a) {
    note(c, -1 - a.n);
    for (int64_t i = 0; i < a.n; i++) $P_note(c, a.v[i]);
}
""",
}
"""The same for lists; `$R` is the type of their values."""
NEEDS = {
    "bag_pick": ("field",),
    "row_values": ("field", "row_length"),
    "row_joined": ("row_length",),
    "row_last": ("field", "row_length"),
    "row_front": ("row_length",),
    "row_less": ("field", "row_length"),
    "row_held": ("field", "row_length"),
    "heaps": ("field",),
}
"""Pieces for the same representation that a piece uses."""


def basic(of: Bits) -> str:
    """The type of a group of bits, and its simple operations."""
    if of.words > 2:
        return filled(EACH.sub(lambda found: for_each_word(found[1], of.words), WIDE), of)
    return filled(NARROW, of) + (ONE_WORD if of.words == 1 else TWO_WORDS)


def for_each_word(line: str, words: int) -> str:
    """A line for each word, written out if they are few, so that a compiler keeps them in registers."""
    if words > MOST_WRITTEN_OUT:
        return f"for (int i = 0; i < {words}; i++) {line.replace('$i', 'i')}"
    return " ".join(line.replace("$i", str(i)) for i in range(words))


def list_type(of: Listing) -> str:
    return LIST.replace("$T", of.of.ctype).replace("$L", of.letter)


def list_piece(name: str, of: Listing) -> str:
    return LIST_PIECES[name].replace("$R", of.of.ctype).replace("$P", of.letter)


def filled(piece: str, of: Bits, other: Representation | None = None) -> str:
    if isinstance(other, Bits):
        piece = piece.replace("$Q", other.ctype).replace("$B", other.letter)
    piece = piece.replace("$W", str(64 * of.words)).replace("$N", str(of.words))
    return piece.replace("$R", of.ctype).replace("$P", of.letter)
