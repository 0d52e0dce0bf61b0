/* The longest way over some routes that uses none of them twice, tried in the same order as everywhere. */

typedef struct {
    int64_t place, length;
    uint64_t used[];
} trail_step;

typedef struct {
    char *steps;
    int64_t count, room;
    size_t size;
    int32_t *slots, *todo;
    int64_t slot_count, waiting;
} trails;

static inline trail_step *trail_at(const trails *t, int64_t i) { return (trail_step *)(t->steps + (size_t)i * t->size); }

static void trails_end(trails *t) {
    free(t->steps);
    free(t->slots);
    free(t->todo);
}

static int trails_room(trails *t) {
    int64_t room = t->room ? 2 * t->room : 256;
    char *steps = realloc(t->steps, (size_t)(room + 1) * t->size);
    if (steps) t->steps = steps;
    int32_t *todo = realloc(t->todo, (size_t)room * sizeof *todo);
    if (todo) t->todo = todo;
    int32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (!steps || !todo || !slots) {
        free(slots);
        return 0;
    }
    free(t->slots);
    t->slots = slots, t->slot_count = 2 * room, t->room = room;
    return 1;
}

static int64_t trail_slot(const trails *t, const trail_step *step) {
    uint64_t hash = hash_words((const uint64_t *)step, (uint32_t)(t->size / 8));
    int64_t at = (int64_t)(hash & (uint64_t)(t->slot_count - 1));
    while (t->slots[at] && memcmp(trail_at(t, t->slots[at] - 1), step, t->size)) at = (at + 1) & (t->slot_count - 1);
    return at;
}

/* Whether the step behind the last one is new; then it is kept. 0 if it is not, -1 if there is no memory. */
static int trail_kept(trails *t) {
    if (t->count == t->room) {
        if (!trails_room(t)) return -1;
        for (int64_t i = 0; i < t->count; i++) t->slots[trail_slot(t, trail_at(t, i))] = (int32_t)i + 1;
    }
    int64_t slot = trail_slot(t, trail_at(t, t->count));
    if (t->slots[slot]) return 0;
    t->slots[slot] = (int32_t)++t->count;
    return 1;
}

/* `route` are the numbers of the routes, lowest first; `from` and `to` their ends, -1 if they have none. */
static int64_t longest_trail(
    context *c, int64_t count, const int16_t *route, const int16_t *from, const int16_t *to, const int64_t *length, int64_t number) {
    int64_t longest = 0, tried = 0, words = (count + 63) / 64;
    uint8_t gone[count + 1];
    int16_t whole[count + 1];
    trails t = {0};
    t.size = sizeof(trail_step) + (size_t)words * 8;
    memset(gone, 0, sizeof gone);
    int status = trails_room(&t) ? 0 : NO_MEMORY;
    for (int64_t first = 0; first < count && !status; first++) {
        if (gone[first]) continue;
        int64_t size = 0, total = 0, low = INT16_MAX, high = -1;
        whole[size++] = (int16_t)first, gone[first] = 1;
        for (int64_t i = 0; i < size; i++) {
            int64_t a = from[route[whole[i]]], b = to[route[whole[i]]];
            total += length[route[whole[i]]];
            if (a < 0) continue;
            low = least_of(low, least_of(a, b)), high = most_of(high, most_of(a, b));
            for (int64_t k = 0; k < count; k++) {
                int64_t x = from[route[k]], y = to[route[k]];
                if (!gone[k] && x >= 0 && (x == a || x == b || y == a || y == b)) whole[size++] = (int16_t)k, gone[k] = 1;
            }
        }
        t.count = t.waiting = 0;
        memset(t.slots, 0, (size_t)t.slot_count * sizeof *t.slots);
        /* the ways that begin at the highest place are tried first; no two steps are alike, so a beginning is no step */
        for (int64_t start = high; start >= low && !status && longest < total; start--) {
            int here = 0;
            for (int64_t i = 0; i < size; i++) here |= from[route[whole[i]]] == start || to[route[whole[i]]] == start;
            if (!here) continue;
            int64_t now = -1;
            for (;;) {
                int64_t place = now < 0 ? start : trail_at(&t, now)->place;
                for (int64_t k = 0; k < count && !status; k++) {
                    int64_t a = from[route[k]], b = to[route[k]];
                    if (a != place && b != place) continue;
                    if (a < 0 || (now >= 0 && trail_at(&t, now)->used[k >> 6] >> (k & 63) & 1)) continue;
                    trail_step *next = trail_at(&t, t.count);
                    if (now < 0) memset(next, 0, t.size);
                    else memcpy(next, trail_at(&t, now), t.size);
                    next->place = a == place ? b : a;
                    next->length += length[route[k]];
                    next->used[k >> 6] |= (uint64_t)1 << (k & 63);
                    int kept = trail_kept(&t);
                    if (kept < 0) status = NO_MEMORY;
                    if (kept <= 0) continue;
                    t.todo[t.waiting++] = (int32_t)t.count - 1;
                    longest = most_of(longest, trail_at(&t, t.count - 1)->length);
                }
                if (++tried > MOST_TRAILS) status = RULE_FAULT;
                if (status || longest >= total || !t.waiting) break;
                now = t.todo[--t.waiting];
            }
        }
    }
    trails_end(&t);
    if (status) leave(c, status, status == RULE_FAULT ? number : 0);
    return longest;
}
