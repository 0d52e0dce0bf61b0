/* How a game runs, and what other programs may call. A call gives OK or why it was left; then `detail` says more. */

#define API __attribute__((visibility("default")))

/* Follows the states a game goes round in, from the one at which there was too little fuel up to itself or a stop. */
static void endless(context *c, record *s, int64_t label) {
    int32_t n = 0;
    c->logging = 0;
    for (;;) {
        for (int32_t i = 0; i < n; i++)
            if (c->trail[i] == label) leave(c, ENDLESS_LOOP, n);
        if ((label < STOPS && n) || n == STATES) leave(c, ENDLESS_LOOP, n);
        c->trail[n++] = (int32_t)label;
        label = label >= STOPS ? go_on(c, s, label) : EMPTY[label];
    }
}

/* Whether chance has anything to bring. */
static int anything(context *c, record *s) {
    int64_t values[MOST_OUTCOMES], weights[MOST_OUTCOMES];
    return outcomes(c, s, values, weights) > 0;
}

/* Runs until somebody must decide, chance must, or the end. */
static void run(context *c, record *s) {
    int64_t label = s->label, fuel = FUEL;
    for (;;) {
        while (label >= STOPS) {
            fuel -= FUEL_FOR[label];
            if (fuel < 0) endless(c, s, label);
            label = go_on(c, s, label);
        }
        s->label = (int32_t)label;
        if (!label) return;
        if (label >= FIRST_CHANCE) {
            if (anything(c, s)) return;
        } else {
            list_moves(c, s, label);
            if (c->count) return;
        }
        fuel -= FUEL_FOR[label];
        if (fuel < 0) endless(c, s, label);
        label = EMPTY[label];
    }
}

/* The state that chance leads to; -1 if nothing can come up. */
static inline int64_t chanced(context *c, record *s, generator *g) {
    int64_t outcome;
    if (!sample(c, s, g, &outcome)) return -1;
    c->spent = 0;
    return happen(c, s, outcome);
}

/* Plays at random, with so much fuel up to the first event. */
static int64_t playout(context *c, record *s, generator *g, int64_t most, int64_t fuel) {
    int64_t moves = 0, label = s->label;
    while (label && moves < most) {
        if (c->stop) leave(c, STOPPED, 0);
        if (label < FIRST_CHANCE) {
            s->label = (int32_t)label;
            int64_t count, next = drawn(c, s, g, label, &count);
            if (count) {
                label = next;
                moves++;
                fuel = FUEL;
                continue;
            }
        } else if (label < STOPS) {
            s->label = (int32_t)label;
            int64_t next = chanced(c, s, g);
            if (next >= 0) {
                label = next;
                fuel = FUEL;
                continue;
            }
        }
        do {
            fuel -= FUEL_FOR[label];
            if (fuel < 0) endless(c, s, label);
            label = label >= STOPS ? go_on(c, s, label) : EMPTY[label];
        } while (label >= STOPS);
    }
    s->label = (int32_t)label;
    return moves;
}

/* --- Contexts */

API context *astro_open(void) { return calloc(1, sizeof(context)); }

API void astro_close(context *c) {
    free(c->moves);
    free(c->worth);
    free(c->line);
    free(c->seen);
    free(c->log);
    free(c->past);
    free(c->word);
    free(c);
}

API int64_t astro_record_size(void) { return sizeof(record); }
API int64_t astro_detail(const context *c) { return c->detail; }
API int64_t astro_trail(const context *c, int64_t i) { return c->trail[i]; }
API void astro_rest(context *c) { c->spent = 0; }

/* Asks whatever runs in this context to leave, from another thread; or lets it run again. */
API void astro_stop(context *c, int stop) { c->stop = stop; }
API void astro_forget(context *c) { forget(c, 0); }

/* A log is kept from here on, or not; at most so many lines. */
API void astro_log(context *c, int keep, int64_t most) {
    c->logging = keep;
    c->lines = c->logged = c->told = 0;
    c->most_lines = most;
}
API int64_t astro_logged(const context *c) { return c->told; }
API const int64_t *astro_log_words(const context *c) { return c->log; }

/* --- Records */

API void astro_start(context *c, record *s) {
    c->spent = 0;
    set_up(s);
}
API void astro_read(record *s, const uint64_t *words) { read_words(s, words); }
API int64_t astro_write(const record *s, uint64_t *words) { return write_words(s, words); }

/* A history is read position by position, and told from the newest back. */
API uint32_t astro_remember(context *c, uint32_t past, const uint64_t *words, uint32_t size, uint32_t again) {
    if (setjmp(c->leave)) return 0;
    return remember(c, past, words, size, hash_words(words, size), again);
}
API uint32_t astro_position(const context *c, uint32_t past, uint64_t *words) {
    memcpy(words, c->word + c->past[past].at, c->past[past].size * sizeof *words);
    return c->past[past].parent;
}

/* --- A game, step by step */

API int astro_run(context *c, record *s) {
    int status = setjmp(c->leave);
    if (!status) run(c, s);
    return status;
}

API int astro_options(context *c, record *s) {
    int status = setjmp(c->leave);
    if (!status) list_moves(c, s, s->label);
    return status;
}

API int64_t astro_count(const context *c) { return c->count; }

/* The candidates as words; room for them is made by whoever asks. */
API int64_t astro_moves(const context *c, const record *s, uint64_t *words) {
    uint64_t *at = words;
    for (int64_t i = 0; i < c->count; i++) at += write_move(s->label, &c->moves[i], at);
    return at - words;
}

API int astro_act(context *c, record *s, const uint64_t *words) {
    int status = setjmp(c->leave);
    if (status) return status;
    move chosen;
    memset(&chosen, 0, sizeof chosen);
    read_move(s->label, &chosen, words);
    c->spent = 0;
    s->label = (int32_t)carry_out(c, s, &chosen);
    return OK;
}

API int astro_happen(context *c, record *s, int64_t outcome) {
    int status = setjmp(c->leave);
    if (status) return status;
    c->spent = 0;
    s->label = (int32_t)happen(c, s, outcome);
    return OK;
}

API int astro_outcomes(context *c, record *s, int64_t *values, int64_t *weights, int64_t *count) {
    int status = setjmp(c->leave);
    if (!status) *count = outcomes(c, s, values, weights);
    return status;
}

API int astro_standing(context *c, record *s, int64_t seat, int64_t *worth) {
    int status = setjmp(c->leave);
    if (!status) *worth = standing(c, s, seat);
    return status;
}

/* --- Many games */

API int astro_playout(context *c, record *s, uint64_t *state, int64_t most, int64_t *moves) {
    generator g = {*state};
    int status = setjmp(c->leave);
    if (status) return status;
    *moves = playout(c, s, &g, most, FUEL);
    *state = g.state;
    return OK;
}

/* Whole games one after the other, from where they begin; how many, up to a fault, is in `played`. */
#ifdef STRAIGHT
#define PLAYED played_straight
__attribute__((flatten))
#else
#define PLAYED playout
#endif
static __attribute__((noinline)) void games_in_a_row(context *c, const record *first_record, uint64_t seed, uint64_t first, int64_t count, int64_t most, int64_t fuel, int32_t *restrict to) {
    const uint64_t origin = mix(seed + 0x9E3779B97F4A7C15u) + first;
    for (int64_t done = 0; done < count; done++, to += 2 + SEATS) {
        generator g = {mix(origin + (uint64_t)done)};
        c->played = done;
        if (c->past_count) forget_from(c, 0);
        c->spent = 0;
        record s = *first_record;
        to[0] = (int32_t)PLAYED(c, &s, &g, most, fuel);
        to[1] = s.label ? -1 : (int32_t)ENDING(&s);
        for (int seat = 0; seat < SEATS; seat++) to[2 + seat] = (int32_t)PLACE(&s)[seat];
    }
    c->played = count;
}

/* Whole games from the start, numbers `first` to `first + count - 1` of a seed: for each its moves, its ending and the
   places of all seats. Gives how many were played; fewer if a fault came up, which `status` tells. */
API int64_t astro_playouts(context *c, uint64_t seed, uint64_t first, int64_t count, int64_t most, int32_t *results, int *status) {
    record first_record;
    c->logging = 0;
    c->played = 0;
    const int64_t fuel = FUEL - begin(c, &first_record);
    *status = setjmp(c->leave);
    if (!*status) games_in_a_row(c, &first_record, seed, first, count, most, fuel, results);
    return c->played;
}

/* What is counted of a game: a row of numbers. */
enum { MOVES, OPTIONS, MOST_OPTIONS, CHANCES, HOW_IT_ENDED, WINNERS, LAST_WORDS, PLACES };
#define ROW (PLACES + 2 * SEATS)

/* Plays a game to the end, and counts; gives whether it came to one. What is said is worked out, and let go. */
static int walk(context *c, record *s, generator *g, int64_t most, int64_t most_chances, int64_t *row, int64_t fuel) {
    int64_t label = s->label;
    while (label) {
        if (c->stop) leave(c, STOPPED, 0);
        c->logged = c->told = c->lines = 0;
        if (label < FIRST_CHANCE) {
            s->label = (int32_t)label;
            int64_t count, next = drawn(c, s, g, label, &count);
            if (count) {
                row[OPTIONS] += count;
                row[MOST_OPTIONS] = most_of(row[MOST_OPTIONS], count);
                label = next;
                if (++row[MOVES] >= most) return 0;
                fuel = FUEL;
                continue;
            }
        } else if (label < STOPS) {
            s->label = (int32_t)label;
            int64_t next = chanced(c, s, g);
            if (next >= 0) {
                label = next;
                if (++row[CHANCES] >= most_chances) return 0;
                fuel = FUEL;
                continue;
            }
        }
        fuel -= FUEL_FOR[label];
        if (fuel < 0) endless(c, s, label);
        label = label >= STOPS ? go_on(c, s, label) : EMPTY[label];
    }
    s->label = 0;
    return 1;
}

/* What a position is worth to each seat; nothing to anybody if that cannot be said. */
static void worths(context *c, record *s, int64_t *to) {
    jmp_buf before;
    memcpy(&before, &c->leave, sizeof before);
    if (!setjmp(c->leave)) {
        for (int seat = 0; seat < SEATS; seat++) {
            c->spent = 0;
            to[seat] = standing(c, s, seat);
        }
    } else {
        for (int seat = 0; seat < SEATS; seat++) to[seat] = 0;
    }
    memcpy(&c->leave, &before, sizeof before);
}

/* Whole games from the start with a row for each, up to a game that comes to no end or to a fault, which `status` tells.
   Gives how many rows there are. */
API int64_t astro_games(context *c, uint64_t seed, uint64_t first, int64_t count, int64_t most, int64_t most_chances, int worth, int64_t *rows, int *status) {
    record s, first_record;
    volatile int64_t done = 0;
    const int64_t fuel = FUEL - begin(c, &first_record);
    *status = setjmp(c->leave);
    if (*status) return done;
    while (done < count) {
        generator g = stream(seed, first + (uint64_t)done);
        int64_t *row = rows + done * ROW;
        forget(c, 0);
        astro_log(c, 1, INT64_MAX);
        c->last_words = -1;
        c->spent = 0;
        s = first_record;
        memset(row, 0, ROW * sizeof *row);
        int over = walk(c, &s, &g, most, most_chances, row, fuel);
        row[HOW_IT_ENDED] = over ? (int64_t)ENDING(&s) : -1;
        row[LAST_WORDS] = c->last_words;
        done++;
        if (!over) break;
        for (int seat = 0; seat < SEATS; seat++) {
            row[PLACES + seat] = PLACE(&s)[seat];
            if (PLACE(&s)[seat] == 1) row[WINNERS] |= INT64_C(1) << seat;
        }
        if (worth) worths(c, &s, row + PLACES + SEATS);
    }
    return done;
}

/* Random games of which is noted what they come to: texts that are said, and the moves that are offered, by decision and
   number. Gives how many there were, up to one that the rules could not carry on; `sums` has their events, the most
   moves of one, and how many were cut. */
API int64_t astro_tour(context *c, uint64_t seed, uint64_t first, int64_t count, int64_t most, int64_t most_lines, uint8_t *said, uint8_t *offered, int64_t wide, int64_t *sums, int *status) {
    record s;
    volatile int64_t done = 0;
    c->said = said;
    *status = setjmp(c->leave);
    if (*status) {
        c->said = NULL;
        return done;
    }
    for (; done < count; done++) {
        generator g = stream(seed, first + (uint64_t)done);
        int64_t events = 0, moves = 0;
        forget(c, 0);
        set_up(&s);
        for (;; events++) {
            if (c->stop) leave(c, STOPPED, 0);
            astro_log(c, 1, most_lines);
            c->spent = 0;
            run(c, &s);
            if (!s.label || events >= most) break;
            if (s.label >= FIRST_CHANCE) {
                int64_t outcome;
                sample(c, &s, &g, &outcome);
                astro_log(c, 1, most_lines);
                c->spent = 0;
                s.label = (int32_t)happen(c, &s, outcome);
                continue;
            }
            for (int64_t i = 0; i < c->count; i++) offered[s.label * wide + c->moves[i].number] = 1;
            move chosen = c->moves[below(&g, (uint64_t)c->count)];
            astro_log(c, 1, most_lines);
            c->spent = 0;
            s.label = (int32_t)carry_out(c, &s, &chosen);
            moves++;
        }
        sums[0] += events;
        sums[1] = most_of(sums[1], moves);
        sums[2] += s.label != 0;
    }
    c->said = NULL;
    return done;
}

/* --- Sequences of each length from a position, and those that end the game there. What chance brings makes different
   sequences, but not longer ones. Positions that were counted lately are known again. */

#define MOST_STEPS 1000
#define MOST_SET_UPS 100000
#define MOST_STACK (1 << 20)
#define MOST_SEEN ((size_t)1 << 28)
#define LONGEST_LINE 64

typedef struct seen {
    uint64_t hash;
    int64_t left;
    record s;
    uint64_t counts[]; /* sequences of each length, then those that end */
} seen;

static uint64_t hash_record(const record *s) {
    uint64_t hash = sizeof *s, word;
    const char *at = (const char *)s;
    size_t size = sizeof *s;
    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    word = 0;
    memcpy(&word, at, size);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static void add_counts(context *c, uint64_t *to, const uint64_t *more, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (__builtin_add_overflow(to[i], more[i], &to[i])) leave(c, TOO_MANY, 0);
}

static void count_sequences(context *c, record *s, int64_t left, int64_t in_a_row, uint64_t *sequences, uint64_t *ended) {
    if (c->stop) leave(c, STOPPED, 0);
    c->spent = 0;
    run(c, s);
    if (!s->label || (s->label < FIRST_CHANCE && !left)) {
        const uint64_t one = 1;
        add_counts(c, sequences, &one, 1);
        if (!s->label) add_counts(c, ended, &one, 1);
        return;
    }
    seen *kept = NULL;
    uint64_t hash = 0;
    if (c->seen_slots) {
        hash = hash_record(s) + (uint64_t)left;
        kept = (seen *)((char *)c->seen + hash % c->seen_slots * c->seen_size);
        if (kept->hash == hash && kept->left == left && !memcmp(&kept->s, s, sizeof *s)) {
            add_counts(c, sequences, kept->counts, left + 1);
            add_counts(c, ended, kept->counts + left + 1, left + 1);
            return;
        }
    }
    if (++c->nested * (int64_t)(sizeof *s + 16 * (MOST_OUTCOMES + LONGEST_LINE) + 512) > MOST_STACK) leave(c, TOO_MANY, 0);
    if (in_a_row > MOST_STEPS) leave(c, TOO_MANY, 0);
    uint64_t here[left + 1], over[left + 1];
    memset(here, 0, sizeof here);
    memset(over, 0, sizeof over);
    int64_t past = c->past_count;
    if (s->label >= FIRST_CHANCE) {
        int64_t values[MOST_OUTCOMES], weights[MOST_OUTCOMES], n = outcomes(c, s, values, weights);
        if (c->set_ups >= 0 && (c->set_ups += n) > MOST_SET_UPS) leave(c, TOO_MANY, 0);
        for (int64_t i = 0; i < n; i++) {
            record next = *s;
            c->spent = 0;
            next.label = (int32_t)happen(c, &next, values[i]);
            count_sequences(c, &next, left, in_a_row + 1, here, over);
            forget(c, past);
        }
    } else if (left == 1 && c->skip_last) {
        here[0] = 1;
        here[1] = (uint64_t)c->count;
    } else {
        int64_t n = c->count, first = c->line_count, set_ups = c->set_ups;
        if (first + n > c->line_room) c->line = grown(c, c->line, &c->line_room, first + n, sizeof(move));
        memcpy(c->line + first, c->moves, (size_t)n * sizeof(move));
        c->line_count += n;
        c->set_ups = -1;
        here[0] = 1;
        for (int64_t i = 0; i < n; i++) {
            record next = *s;
            c->spent = 0;
            next.label = (int32_t)carry_out(c, &next, &c->line[first + i]);
            count_sequences(c, &next, left - 1, 0, here + 1, over + 1);
            forget(c, past);
        }
        c->line_count = first;
        c->set_ups = set_ups;
    }
    c->nested--;
    if (kept) {
        kept->hash = hash;
        kept->left = left;
        kept->s = *s;
        memcpy(kept->counts, here, sizeof here);
        memcpy(kept->counts + left + 1, over, sizeof over);
    }
    add_counts(c, sequences, here, left + 1);
    add_counts(c, ended, over, left + 1);
}

API int64_t astro_longest_line(void) { return LONGEST_LINE; }

/* `merge` says whether positions may be known again: numbers of histories stand for something else later on. With
   `skip_last`, the last moves are counted and not made, and nobody looks at whether they end a game. */
API int astro_perft(context *c, record *s, int64_t depth, int merge, int skip_last, uint64_t *sequences, uint64_t *ended) {
    c->logging = 0;
    c->skip_last = skip_last;
    c->nested = c->line_count = c->set_ups = 0;
    c->seen_size = sizeof(seen) + 2 * ((size_t)depth + 1) * sizeof(uint64_t);
    c->seen_slots = merge && depth > 1 ? MOST_SEEN / c->seen_size : 0;
    if (c->seen_slots) {
        c->seen = calloc(c->seen_slots, c->seen_size);
        if (!c->seen) c->seen_slots = 0;
    }
    int status = setjmp(c->leave);
    if (!status) count_sequences(c, s, depth, 0, sequences, ended);
    free(c->seen);
    c->seen = NULL;
    return status;
}
