/* Games side by side, a step at a time: each has a record, and a stream of the generator for chance. A context is shared
   by all, unless there are histories to keep: then each game has its own. */

/* Chance decides until a player must; then how many candidates there are, and who is asked first. */
static void stand(context *c, record *s, uint64_t *state, int64_t *count, int32_t *actor) {
    generator g = {*state};
    run(c, s);
    while (s->label >= FIRST_CHANCE) {
        int64_t outcome;
        sample(c, s, &g, &outcome);
        c->spent = 0;
        s->label = (int32_t)happen(c, s, outcome);
        run(c, s);
    }
    *count = s->label ? c->count : 0;
    *actor = s->label ? c->moves[0].player : -1;
    *state = g.state;
}

API void astro_batch_start(context *c, record *s, uint64_t seed, uint64_t number, uint64_t *state) {
    forget(c, 0);
    set_up(s);
    *state = stream(seed, number).state;
}

/* Begins anew in place of the games that do not go on, with numbers of the seed from `next` on; all others are to wait.
   Gives how many begin. */
API int64_t astro_batch_restart(context **contexts, int64_t many, record *records, uint64_t *states, uint64_t seed, int64_t next, int64_t games, int8_t *over, int64_t *numbers, int8_t *waiting) {
    int64_t begun = 0;
    for (int64_t game = 0; game < games; game++) {
        waiting[game] = !over[game];
        if (!over[game]) continue;
        numbers[game] = next + begun++;
        over[game] = 0;
        astro_batch_start(contexts[many ? game : 0], &records[game], seed, (uint64_t)numbers[game], &states[game]);
    }
    return begun;
}

/* Lets the games from `first` on make their moves, or only come to where they stand if there are none. Finished games
   stay as they are. Gives the game at which the rules could not go on, which `status` tells, or the number of games. */
API int64_t astro_batch_step(context **contexts, int64_t many, record *records, uint64_t *states, int64_t first, int64_t games, const int64_t *choices, const int8_t *over, int64_t *counts, int32_t *actors, int *status) {
    volatile int64_t game = first;
    *status = OK;
    for (; game < games; game++) {
        context *c = contexts[many ? game : 0];
        if (over[game]) continue;
        *status = setjmp(c->leave);
        if (*status) return game;
        if (c->stop) leave(c, STOPPED, 0);
        c->logging = 0;
        c->spent = 0;
        if (choices) {
            record *s = &records[game];
            move chosen;
            count_moves(c, s, s->label);
            pick_move(c, s, s->label, choices[game], &chosen);
            c->spent = 0;
            s->label = (int32_t)carry_out(c, s, &chosen);
        }
        stand(c, &records[game], &states[game], &counts[game], &actors[game]);
    }
    return games;
}

/* The first game that goes on and has no candidate of the number that was chosen; the number of games if there is none. */
API int64_t astro_batch_refused(const int64_t *choices, const int8_t *over, const int64_t *counts, int64_t games) {
    for (int64_t game = 0; game < games; game++)
        if (!over[game] && (choices[game] < 0 || choices[game] >= counts[game])) return game;
    return games;
}

/* For each game whether it is over, how it ended, and the places of all seats. */
API void astro_batch_results(const record *records, int64_t games, int8_t *over, int32_t *endings, int32_t *places) {
    for (int64_t game = 0; game < games; game++) {
        const record *s = &records[game];
        if (over[game] >= 0) over[game] = s->label == 0;
        endings[game] = over[game] > 0 ? (int32_t)ENDING(s) : -1;
        for (int seat = 0; seat < SEATS; seat++) places[game * SEATS + seat] = over[game] > 0 ? (int32_t)PLACE(s)[seat] : 0;
    }
}

/* What the games that are over are worth to each seat; nothing in others. */
API void astro_batch_worths(context **contexts, int64_t many, record *records, int64_t games, const int8_t *over, int64_t *to) {
    for (int64_t game = 0; game < games; game++, to += SEATS)
        if (over[game] > 0) worths(contexts[many ? game : 0], &records[game], to);
}
