/* How a game runs, and what other programs may call. A call gives OK or why it was left; then `detail` says more. */

#define API __attribute__((visibility("default")))

/* Follows the states a game goes round in, from the one at which there was too little fuel up to itself or a stop. */
static __attribute__((noreturn, cold)) void endless(context *c, record *s, int64_t label) {
    int32_t n = 0;
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

static int64_t playout(context *c, record *s, generator *g, int64_t most) {
    int64_t moves = 0, label = s->label, fuel = FUEL;
    while (label && moves < most) {
        if (label < FIRST_CHANCE) {
            move chosen;
            s->label = (int32_t)label;
            int64_t count = count_moves(c, s, label);
            if (count) {
                pick_move(c, s, label, below(g, (uint64_t)count), &chosen);
                c->spent = 0;
                label = carry_out(c, s, &chosen);
                moves++;
                fuel = FUEL;
                continue;
            }
        } else if (label < STOPS) {
            int64_t outcome;
            s->label = (int32_t)label;
            if (sample(c, s, g, &outcome)) {
                c->spent = 0;
                label = happen(c, s, outcome);
                fuel = FUEL;
                continue;
            }
        }
        fuel -= FUEL_FOR[label];
        if (fuel < 0) endless(c, s, label);
        label = label >= STOPS ? go_on(c, s, label) : EMPTY[label];
    }
    s->label = (int32_t)label;
    return moves;
}

/* --- Contexts */

API context *astro_open(void) { return calloc(1, sizeof(context)); }

API void astro_close(context *c) {
    free(c->moves);
    free(c->worth);
    free(c->log);
    free(c->past);
    free(c->word);
    free(c);
}

API int64_t astro_record_size(void) { return sizeof(record); }
API int64_t astro_detail(const context *c) { return c->detail; }
API int64_t astro_trail(const context *c, int64_t i) { return c->trail[i]; }
API void astro_rest(context *c) { c->spent = 0; }
API void astro_forget(context *c) { forget(c, 0); }

/* A log is kept from here on, or not; at most so many lines. */
API void astro_log(context *c, int keep, int64_t most) {
    c->logging = keep;
    c->lines = c->logged = 0;
    c->most_lines = most;
}
API int64_t astro_logged(const context *c) { return c->logged; }
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
    return remember(c, past, words, size, again);
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
    *moves = playout(c, s, &g, most);
    *state = g.state;
    return OK;
}

/* Whole games from the start, numbers `first` to `first + count - 1` of a seed: for each its moves, its ending and the
   places of all seats. Gives how many were played; fewer if a fault came up, which `status` tells. */
API int64_t astro_playouts(context *c, uint64_t seed, uint64_t first, int64_t count, int64_t most, int32_t *results, int *status) {
    record s;
    volatile int64_t done = 0;
    c->logging = 0;
    *status = setjmp(c->leave);
    if (*status) return done;
    for (; done < count; done++) {
        generator g = stream(seed, first + (uint64_t)done);
        int32_t *to = results + done * (2 + SEATS);
        forget(c, 0);
        c->spent = 0;
        set_up(&s);
        to[0] = (int32_t)playout(c, &s, &g, most);
        to[1] = s.label ? -1 : (int32_t)ENDING(&s);
        for (int seat = 0; seat < SEATS; seat++) to[2 + seat] = (int32_t)PLACE(&s)[seat];
    }
    return done;
}

/* Sequences of each length from a position, and those that end the game there. What chance brings makes different
   sequences, but not longer ones. */
static void count_sequences(context *c, record *s, int64_t ply, int64_t depth, uint64_t *sequences, uint64_t *ended) {
    c->spent = 0;
    run(c, s);
    int64_t past = c->past_count;
    if (s->label >= FIRST_CHANCE) {
        int64_t values[MOST_OUTCOMES], weights[MOST_OUTCOMES], n = outcomes(c, s, values, weights);
        for (int64_t i = 0; i < n; i++) {
            record next = *s;
            c->spent = 0;
            next.label = (int32_t)happen(c, &next, values[i]);
            count_sequences(c, &next, ply, depth, sequences, ended);
            forget(c, past);
        }
        return;
    }
    sequences[ply]++;
    if (!s->label) {
        ended[ply]++;
        return;
    }
    if (ply == depth) return;
    int64_t n = c->count;
    move *moves = malloc((size_t)n * sizeof *moves);
    if (!moves) leave(c, NO_MEMORY, 0);
    memcpy(moves, c->moves, (size_t)n * sizeof *moves);
    for (int64_t i = 0; i < n; i++) {
        record next = *s;
        c->spent = 0;
        next.label = (int32_t)carry_out(c, &next, &moves[i]);
        count_sequences(c, &next, ply + 1, depth, sequences, ended);
        forget(c, past);
    }
    free(moves);
}

API int astro_perft(context *c, record *s, int64_t depth, uint64_t *sequences, uint64_t *ended) {
    c->logging = 0;
    int status = setjmp(c->leave);
    if (!status) count_sequences(c, s, 0, depth, sequences, ended);
    return status;
}
