/* What every game needs while it runs: faults, candidates, the log, histories, and the generator of chance. */

enum { OK, RULE_FAULT, ENDLESS_LOOP, TOO_MUCH_SAID, NO_MEMORY, NO_ROOM, STOPPED, TOO_MANY };

#define PAST_SLOTS 4096

typedef struct {
    uint32_t parent, depth, times, size, older;
    uint64_t hash;
    size_t at;
} position;

typedef struct {
    jmp_buf leave;
    volatile int stop;
    int64_t detail, spent, last_words, played;
    move *moves, *line;
    int64_t count, base, room, worth_room, line_count, line_room, nested, set_ups, skip_last;
    int64_t *worth;
    struct seen *seen;
    size_t seen_slots, seen_size;
    int logging;
    int64_t lines, most_lines, logged, told, log_room;
    int64_t *log;
    uint8_t *said; /* which texts were, if somebody asks */
    position *past;
    int64_t past_count, past_room, words, words_room;
    uint64_t *word;
    uint32_t newest[PAST_SLOTS]; /* by their hash, the newest position of all; each has the next older one */
    int32_t trail[STATES + 1];
} context;

/* A sequential stream of SplitMix64. */
typedef struct {
    uint64_t state;
} generator;

static inline __attribute__((always_inline)) uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static generator stream(uint64_t seed, uint64_t number) {
    generator g = {mix(mix(seed + 0x9E3779B97F4A7C15u) + number)};
    return g;
}

typedef struct {
    uint64_t state, value;
} draw;

/* Numbers that would make it uneven are drawn again, one in 2 to the 64 by n; what comes first needs no division. */
static __attribute__((cold, noinline)) draw drawn_again(uint64_t state, uint64_t n) {
    for (;;) {
        u128 wide = (u128)mix(state) * n;
        if ((uint64_t)wide >= (0 - n) % n) return (draw){state, (uint64_t)(wide >> 64)};
        state += 0x9E3779B97F4A7C15u;
    }
}

static inline __attribute__((always_inline)) int64_t below(generator *g, uint64_t n) {
    u128 wide = (u128)mix(g->state += 0x9E3779B97F4A7C15u) * n;
    if (__builtin_expect((uint64_t)wide >= n, 1)) return (int64_t)(wide >> 64);
    draw d = drawn_again(g->state, n);
    g->state = d.state;
    return (int64_t)d.value;
}

/* Bits laid out over the places of a mask, the lowest first. */
static inline uint64_t deposit(uint64_t bits, uint64_t places) {
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, places);
#else
    uint64_t made = 0;
    for (; places; places &= places - 1, bits >>= 1)
        if (bits & 1) made |= places & -places;
    return made;
#endif
}

/* The bits at the places of a mask, side by side. */
static inline uint64_t gather(uint64_t bits, uint64_t places) {
#ifdef __BMI2__
    return __builtin_ia32_pext_di(bits, places);
#else
    uint64_t made = 0;
    for (int i = 0; places; places &= places - 1, i++)
        if (bits & places & -places) made |= (uint64_t)1 << i;
    return made;
#endif
}

/* --- Faults */

static __attribute__((noreturn, cold, noinline)) void leave(context *c, int status, int64_t detail) {
    c->detail = detail;
    longjmp(c->leave, status);
}

static __attribute__((noreturn, cold, noinline)) void fault(context *c, int64_t number) { leave(c, RULE_FAULT, number); }

static __attribute__((noreturn, cold, noinline)) void endless(context *c, record *s, int64_t label);

/* There is too little fuel at a state; the record is a copy, so that the one in play may stay where it is. */
static __attribute__((noreturn, cold, noinline)) void out_of_fuel(context *c, record s, int64_t label) { endless(c, &s, label); }

static inline void spend(context *c, int64_t steps, int64_t number) {
    c->spent += steps;
    if (c->spent > DEAREST) {
        c->spent = 0;
        fault(c, number);
    }
}

static void *grown(context *c, void *old, int64_t *room, int64_t wanted, size_t each) {
    int64_t more = *room ? *room : 64;
    while (more < wanted) more *= 2;
    void *made = realloc(old, (size_t)more * each);
    if (!made) leave(c, NO_MEMORY, 0);
    *room = more;
    return made;
}

/* --- Numbers: rounded down, and a remainder with the sign of the divisor */

static inline int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }
static inline int64_t floor_mod(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
static inline int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

/* In how many ways so many of n can be chosen; more than anybody may go through counts as just too many. */
static int64_t ways_to_choose(int64_t n, int64_t size) {
    int64_t ways = 1;
    if (size > n - size) size = n - size;
    if (size < 0) return 0;
    for (int64_t i = 1; i <= size && ways <= MOST_CHOICES; i++) ways = ways * (n - size + i) / i;
    return ways;
}

/* --- Candidates */

static inline move *next_move(context *c) {
    if (c->count == c->room) c->moves = grown(c, c->moves, &c->room, c->count + 1, sizeof(move));
    return &c->moves[c->count++];
}

static void make_room_for_worth(context *c, int64_t count) {
    if (count > c->worth_room) c->worth = grown(c, c->worth, &c->worth_room, count, sizeof(int64_t));
}

static int64_t first_of_move(const context *c, int number) {
    int64_t i = c->base;
    while (i < c->count && c->moves[i].number != number) i++;
    return i;
}

/* --- The log: for each line its text, the number of its values, these, and its readers. A value is the number of its
   words and the words; a list -1 - its length, and its values. */

static void note(context *c, int64_t word) {
    if (c->logged == c->log_room) c->log = grown(c, c->log, &c->log_room, c->logged + 1, sizeof(int64_t));
    c->log[c->logged++] = word;
}

static void note_line(context *c, int64_t text, int64_t values) {
    c->logged = c->told;
    note(c, text);
    note(c, values);
}

/* A line counts when all its values are known: one of them may be a fault. */
static void end_line(context *c, int64_t text) {
    if (c->lines == c->most_lines) leave(c, TOO_MUCH_SAID, text);
    c->lines++;
    if (c->said && text >= 0) c->said[text] = 1;
    c->told = c->logged;
}

static void n_note(context *c, int64_t value) {
    note(c, 0);
    note(c, value);
}

static void note_words(context *c, const uint64_t *words, int count) {
    note(c, count);
    for (int i = 0; i < count; i++) note(c, (int64_t)words[i]);
}

/* --- Histories: positions in one table, each with the one before it */

static uint64_t hash_words(const uint64_t *words, uint32_t size) {
    uint64_t sum = size, key = 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < size; i++, key += 0x9E3779B97F4A7C15u) { /* each word by itself: they go side by side */
        u128 product = (u128)(words[i] ^ key) * 0xBF58476D1CE4E5B9u;
        sum += (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    sum *= 0x94D049BB133111EBu;
    return sum ^ sum >> 32;
}

static int64_t times_hashed(const context *c, uint32_t past, const uint64_t *words, uint32_t size, uint64_t hash) {
    uint32_t alike = c->newest[hash % PAST_SLOTS];
    while (alike && c->past[alike].hash != hash) alike = c->past[alike].older;
    if (!alike) return 0;
    for (; past; past = c->past[past].parent) {
        const position *p = &c->past[past];
        if (p->hash == hash && p->size == size && !memcmp(c->word + p->at, words, size * sizeof *words)) return p->times;
    }
    return 0;
}

static int64_t times(const context *c, uint32_t past, const uint64_t *words, uint32_t size) {
    return past ? times_hashed(c, past, words, size, hash_words(words, size)) : 0;
}

static uint32_t remember(context *c, uint32_t past, const uint64_t *words, uint32_t size, uint64_t hash, uint32_t again) {
    if (c->past_count + 1 >= c->past_room) c->past = grown(c, c->past, &c->past_room, c->past_count + 2, sizeof(position));
    if (c->words + size > c->words_room) c->word = grown(c, c->word, &c->words_room, c->words + size, sizeof(uint64_t));
    uint32_t number = (uint32_t)++c->past_count, *newest = &c->newest[hash % PAST_SLOTS];
    position made = {past, past ? c->past[past].depth + 1 : 1, again, size, *newest, hash, (size_t)c->words};
    *newest = number;
    c->past[number] = made;
    memcpy(c->word + c->words, words, size * sizeof *words);
    c->words += size;
    return number;
}

static uint32_t remembered(context *c, uint32_t past, const uint64_t *words, uint32_t size, int64_t number) {
    if (past && c->past[past].depth >= LONGEST_PAST) fault(c, number);
    uint64_t hash = hash_words(words, size);
    return remember(c, past, words, size, hash, (uint32_t)times_hashed(c, past, words, size, hash) + 1);
}

static void forget_from(context *c, int64_t count) {
    for (; c->past_count > count; c->past_count--) {
        const position *p = &c->past[c->past_count];
        c->newest[p->hash % PAST_SLOTS] = p->older;
        c->words = (int64_t)p->at;
    }
}

static inline void forget(context *c, int64_t count) {
    if (count < c->past_count) forget_from(c, count);
}
