/* Monte Carlo tree search. What is done and why stands in the bot of the same name; here it is done with the same
   numbers in the same order, so that both choose alike. Rates are reckoned with plain doubles and never contracted. */

typedef struct {
    int64_t seat, few, longest, far_enough, most_bytes, most_lines;
    int64_t utility, absolute, scored, shared, common, trace, to_all;
    int64_t varies, keeps, secret_count, deal_count, word_count;
    double curiosity, widening, by_lead, spread;
    const int64_t *manners, *sides, *secrets, *deals;
    const uint64_t *words;
} search_rules;

enum { ONE, TOGETHER, ANY };
enum { CARDS, DIE, CUP, VALUE, GROUP };
enum { LABEL, NUMBER, AT, WORDS, TRACE, SORT, BITS, ZONE_BITS, FACES, SECRET };
enum { NEVER_KNOWN, ONE_CARD, CARD_GROUP };

/* A move that has been tried: how often it could have been made and was, and what it was worth to its player. */
typedef struct {
    move m;
    uint64_t hash;
    double total;
    uint32_t visits, id, key, next;
} arm;

/* What is looked at of all arms to choose one. */
typedef struct {
    double promise;
    uint32_t seen;
} lure;

/* One player's choice in one situation. `index` finds an arm by its hash; `last` says which arms stood where in the
   list of candidates the last time. Arms are counted from 1 there. Where the same position comes each time and every
   candidate is known, `kept` is that position: nothing need be carried out or listed to get there. */
typedef struct choice {
    struct choice *next;
    int64_t label, player;
    uint32_t visits, count, room, slots, last_room;
    lure *lures;
    arm *arms;
    uint32_t *index, *last;
    record *kept;
} choice;

typedef struct {
    uint32_t from, key, to;
} edge;

typedef struct {
    choice *at;
    uint32_t arm;
} taken;

typedef struct {
    int64_t count;
    double mean, squares;
} running_stats;

typedef struct {
    search_rules rules;
    record here;
    generator g;
    choice **nodes;
    int64_t node_count, node_room, edge_slots, edge_count, path_count, path_room, fresh_room;
    edge *edges;
    taken *path;
    int32_t *fresh;
    uint32_t arm_count;
    int64_t bytes, done, past;
    running_stats stats[SEATS];
    int64_t points[SEATS];
    int has_points;
    uint64_t *dealt;
    int64_t *heap;
    struct block *blocks;
    size_t block_left;
} search;

/* Memory is taken a block at a time, and given back with the search. */
typedef struct block {
    struct block *before;
    max_align_t bytes[];
} block;
#define BLOCK ((size_t)1 << 16)

#define MOVE_WORDS (sizeof(move) / 8 + 3)
#define ROOT 1

/* --- Memory */

static void *zeroed(context *c, search *q, int64_t count, size_t each) {
    size_t size = ((size_t)count * each + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (size > q->block_left) {
        size_t room = size > BLOCK / 4 ? size : BLOCK;
        block *made = calloc(1, sizeof(block) + room);
        if (!made) leave(c, NO_MEMORY, 0);
        q->bytes += (int64_t)room;
        made->before = q->blocks;
        q->blocks = made;
        q->block_left = room;
    }
    return (char *)q->blocks->bytes + (q->block_left -= size);
}

static void *wider(context *c, search *q, const void *old, int64_t before, int64_t count, size_t each) {
    void *made = zeroed(c, q, count, each);
    if (before) memcpy(made, old, (size_t)before * each);
    return made;
}

static int64_t new_node(context *c, search *q) {
    if (q->node_count + 1 >= q->node_room) {
        int64_t before = q->node_room;
        q->nodes = grown(c, q->nodes, &q->node_room, q->node_count + 2, sizeof *q->nodes);
        q->bytes += (q->node_room - before) * (int64_t)sizeof *q->nodes;
    }
    q->nodes[++q->node_count] = NULL;
    return q->node_count;
}

/* Where a key leads to from a situation, or from what has been chosen in it so far. */
static uint32_t followed(context *c, search *q, uint32_t from, uint32_t key) {
    if (2 * (q->edge_count + 1) > q->edge_slots) {
        int64_t slots = q->edge_slots ? 2 * q->edge_slots : 64;
        edge *more = zeroed(c, q, slots, sizeof(edge));
        for (int64_t i = 0; i < q->edge_slots; i++)
            if (q->edges[i].to) {
                uint64_t at = mix((uint64_t)q->edges[i].from << 32 | q->edges[i].key);
                while (more[at & (uint64_t)(slots - 1)].to) at++;
                more[at & (uint64_t)(slots - 1)] = q->edges[i];
            }
        q->edges = more;
        q->edge_slots = slots;
    }
    uint64_t at = mix((uint64_t)from << 32 | key), mask = (uint64_t)(q->edge_slots - 1);
    while (q->edges[at & mask].to) {
        if (q->edges[at & mask].from == from && q->edges[at & mask].key == key) return q->edges[at & mask].to;
        at++;
    }
    edge made = {from, key, (uint32_t)new_node(c, q)};
    q->edges[at & mask] = made;
    q->edge_count++;
    return made.to;
}

static choice *choice_of(context *c, search *q, uint32_t node, int64_t label, int64_t player) {
    choice *found = q->nodes[node];
    while (found && (found->label != label || found->player != player)) found = found->next;
    if (!found) {
        found = zeroed(c, q, 1, sizeof(choice));
        found->label = label;
        found->player = player;
        found->next = q->nodes[node];
        q->nodes[node] = found;
    }
    return found;
}

/* --- Moves that have been tried */

static inline void rate(const search *q, choice *at, uint32_t number) {
    const arm *a = &at->arms[number];
    lure *l = &at->lures[number];
    double visits = a->visits, bits = 32 - __builtin_clz(l->seen);
    l->promise = a->visits ? a->total / visits + q->rules.curiosity * __builtin_sqrt(bits / visits) : 1.0;
}

static int same_words(const choice *at, const arm *a, const uint64_t *words, int64_t size) {
    uint64_t other[MOVE_WORDS];
    return write_move(at->label, &a->m, other) == size && !memcmp(other, words, (size_t)size * sizeof *words);
}

static inline int same_bytes(const move *one, const move *two) {
    uint64_t differ = 0, a, b;
    for (size_t i = 0; i + 8 <= sizeof(move); i += 8) {
        memcpy(&a, (const char *)one + i, 8);
        memcpy(&b, (const char *)two + i, 8);
        differ |= a ^ b;
    }
    return !differ && (sizeof(move) % 8 == 0 || !memcmp(one, two, sizeof(move)));
}

/* The arm of a candidate by what it says, whatever else is in its memory; 0 if there is none. */
static uint32_t arm_of(const choice *at, const move *m, uint64_t *hash) {
    uint64_t words[MOVE_WORDS];
    int64_t size = write_move(at->label, m, words);
    *hash = hash_words(words, (uint32_t)size);
    if (!at->slots) {
        for (uint32_t i = 0; i < at->count; i++)
            if (at->arms[i].hash == *hash && same_words(at, &at->arms[i], words, size)) return i + 1;
        return 0;
    }
    for (uint64_t slot = *hash >> 32;; slot++) {
        uint32_t i = at->index[slot & (at->slots - 1)];
        if (!i) return 0;
        if (at->arms[i - 1].hash == *hash && same_words(at, &at->arms[i - 1], words, size)) return i;
    }
}

/* Of the candidates so many at most become arms before long. */
static void add_arm(context *c, search *q, choice *at, const move *m, int64_t candidates) {
    if (at->count == at->room) {
        uint32_t room = (uint32_t)least_of(4 * at->room, candidates);
        if (room <= at->room) room = at->room ? 2 * at->room : 2;
        at->arms = wider(c, q, at->arms, at->count, room, sizeof(arm));
        at->lures = wider(c, q, at->lures, at->count, room, sizeof(lure));
        at->room = room;
    }
    arm *a = &at->arms[at->count];
    a->m = *m;
    arm_of(at, m, &a->hash);
    a->id = ++q->arm_count;
    at->lures[at->count].seen = 1;
    rate(q, at, at->count++);
    if (at->count > 8 && 2 * at->count > at->slots) {
        uint32_t slots = at->slots ? 2 * at->slots : 32;
        at->index = zeroed(c, q, slots, sizeof *at->index);
        at->slots = slots;
        for (uint32_t i = 0; i + 1 < at->count; i++) {
            uint64_t slot = at->arms[i].hash >> 32;
            while (at->index[slot & (slots - 1)]) slot++;
            at->index[slot & (slots - 1)] = i + 1;
        }
    }
    if (at->slots) {
        uint64_t slot = a->hash >> 32;
        while (at->index[slot & (at->slots - 1)]) slot++;
        at->index[slot & (at->slots - 1)] = at->count;
    }
}

/* Looks at an arm as one of those to choose from. */
static inline void weigh(const search *q, choice *at, uint32_t one, double *most, uint32_t *best) {
    lure *l = &at->lures[one - 1];
    if (!(++l->seen & (l->seen - 1))) rate(q, at, one - 1);
    if (l->promise > *most) {
        *most = l->promise;
        *best = one;
    }
}

/* The most promising arm where the candidates are those of the last time, and all are known. */
static uint32_t pick_known(const search *q, choice *at) {
    uint32_t best = 0;
    double most = -1.0;
    at->visits++;
    for (uint32_t i = 0; i < at->last_room; i++) weigh(q, at, at->last[i], &most, &best);
    return best;
}

/* The arm to try next among some candidates, a new one or the most promising, counted from 1. If there is no memory
   for a new one, gives 0 and the candidate. */
static uint32_t pick_arm(context *c, search *q, choice *at, const move *moves, int64_t count, const move **untold) {
    int64_t fresh = 0;
    uint32_t best = 0;
    double most = -1.0;
    if (count > at->last_room) {
        at->last = wider(c, q, at->last, at->last_room, count, sizeof *at->last);
        at->last_room = (uint32_t)count;
    }
    if (count > q->fresh_room) q->fresh = grown(c, q->fresh, &q->fresh_room, count, sizeof *q->fresh);
    at->visits++;
    for (int64_t i = 0; i < count; i++) {
        uint32_t one = at->last[i];
        if (!one || !same_bytes(&at->arms[one - 1].m, &moves[i])) {
            uint64_t hash;
            at->last[i] = one = arm_of(at, &moves[i], &hash);
            if (!one) {
                q->fresh[fresh++] = (int32_t)i;
                continue;
            }
            at->arms[one - 1].m = moves[i];
        }
        weigh(q, at, one, &most, &best);
    }
    if (fresh) {
        int64_t known = count - fresh;
        double wide = q->rules.widening * __builtin_sqrt((double)at->visits);
        if (known < q->rules.few || (double)known < wide) {
            int32_t i = q->fresh[below(&q->g, (uint64_t)fresh)];
            *untold = &moves[i];
            if (q->bytes > q->rules.most_bytes) return 0;
            add_arm(c, q, at, &moves[i], count);
            at->last[i] = at->count;
            return at->count;
        }
    }
    return best;
}

/* --- What the seat would see of a move */

static int64_t field_of(const int64_t *words, int64_t count, int64_t bit, int64_t width) {
    uint64_t value = 0;
    if (bit / 64 < count) value = (uint64_t)words[bit / 64] >> bit % 64;
    if (bit % 64 + width > 64 && bit / 64 + 1 < count) value |= (uint64_t)words[bit / 64 + 1] << (64 - bit % 64);
    return (int64_t)(width < 64 ? value & (((uint64_t)1 << width) - 1) : value);
}

/* The place behind a value of the log. */
static int64_t behind(const context *c, const search *q, int64_t at) {
    int64_t head = c->log[at++];
    if (head == q->rules.to_all) return at;
    if (head < 0) {
        for (int64_t left = -1 - head; left; left--) at = behind(c, q, at);
        return at;
    }
    return at + (head ? head : 1);
}

/* Whether the seat has seen the cards that a secret parameter stands for leave or enter a zone. */
static int told(const context *c, const search *q, const int64_t *secret, const move *m) {
    int64_t faces = secret[FACES], words[MOVE_WORDS];
    if (secret[SORT] == NEVER_KNOWN) return 0;
    int32_t chosen[faces], moved[2][faces];
    memset(chosen, 0, sizeof chosen);
    memset(moved, 0, sizeof moved);
    write_move(secret[LABEL], m, (uint64_t *)words);
    const int64_t *value = words + secret[AT];
    int any = 0;
    if (secret[SORT] == ONE_CARD) {
        if (*value < 0 || *value >= faces) return 0;
        chosen[*value] = any = 1;
    } else {
        for (int64_t face = 0; face < faces; face++)
            any |= chosen[face] = (int32_t)field_of(value, secret[WORDS], secret[BITS] * face, secret[BITS]);
    }
    if (!any) return 0;
    for (int64_t at = 0; at < c->told;) {
        int64_t text = c->log[at], count = c->log[at + 1], first = at + 2;
        for (at = first; count; count--) at = behind(c, q, at);
        int64_t readers = at;
        at = behind(c, q, at);
        if (text != q->rules.trace || c->log[first + 1] != secret[TRACE] || c->log[first + 3] != m->player) continue;
        if (c->log[readers] != q->rules.to_all && !(c->log[readers + 1] >> q->rules.seat & 1)) continue;
        int64_t size = c->log[first + 6];
        for (int64_t face = 0; face < faces; face++)
            moved[c->log[first + 5] != 0][face] += (int32_t)field_of(
                c->log + first + 7, size ? size : 1, secret[ZONE_BITS] * face, secret[ZONE_BITS]);
    }
    for (int64_t face = 0; face < faces; face++)
        if (chosen[face] > moved[0][face] && chosen[face] > moved[1][face]) return 0;
    return 1;
}

/* The number that stands for what the seat would see: that of the arm itself, or of the first like it. */
static uint32_t seen_as(const context *c, const search *q, const choice *at, const arm *a) {
    if (a->m.player == q->rules.seat) return a->id;
    for (int64_t i = 0; i < q->rules.secret_count; i++) {
        const int64_t *secret = q->rules.secrets + i * SECRET;
        if (secret[LABEL] != at->label || secret[NUMBER] != a->m.number || told(c, q, secret, &a->m)) continue;
        for (uint32_t one = 0; one < at->count; one++) {
            const arm *other = &at->arms[one];
            if (other->key && other->key != other->id && other->m.number == a->m.number) return other->key;
        }
        return ++((search *)q)->arm_count;
    }
    return a->id;
}

/* --- Hidden things, dealt anew */

static void add_at(uint64_t *words, int64_t count, int64_t bit, uint64_t value) {
    u128 sum = (u128)value << bit % 64;
    for (int64_t i = bit / 64; i < count && sum; i++) {
        sum += words[i];
        words[i] = (uint64_t)sum;
        sum >>= 64;
    }
}

static int64_t face_up(generator *g, const int64_t *faces, int64_t count) {
    int64_t all = 0, i = 0;
    for (int64_t n = 0; n < count; n++) all += faces[2 * n + 1];
    for (int64_t left = below(g, (uint64_t)all) - faces[1]; left >= 0; left -= faces[2 * i + 1]) i++;
    return faces[2 * i];
}

static void deal(search *q) {
    const int64_t *at = q->rules.deals, *end = at + q->rules.deal_count;
    uint64_t *words = q->dealt;
    memcpy(words, q->rules.words, (size_t)q->rules.word_count * sizeof *words);
    while (at < end) switch (*at++) {
        case CARDS: {
            int64_t left = *at++, *cards = q->heap;
            memcpy(cards, at, (size_t)left * sizeof *cards);
            at += left;
            for (int64_t zones = *at++; zones; zones--) {
                int64_t place = at[0], size = at[1], width = at[2], count = at[3], laid = at[4];
                at += 5;
                for (int64_t drawn = 0; drawn < count; drawn++) {
                    int64_t number = below(&q->g, (uint64_t)left--);
                    add_at(words + place, size, width * cards[number], 1);
                    if (drawn < laid) add_at(words + at[3 * drawn], at[3 * drawn + 1], at[3 * drawn + 2], (uint64_t)cards[number] + 1);
                    cards[number] = cards[left];
                }
                at += 3 * laid;
            }
            break;
        }
        case DIE:
            words[at[0]] = (uint64_t)face_up(&q->g, at + 2, at[1]);
            at += 2 + 2 * at[1];
            break;
        case CUP: {
            memset(words + at[0], 0, (size_t)at[1] * sizeof *words);
            for (int64_t dice = at[4]; dice; dice--)
                add_at(words + at[0], at[1], at[2] * (face_up(&q->g, at + 6, at[5]) - at[3]), 1);
            at += 6 + 2 * at[5];
            break;
        }
        case VALUE: {
            int64_t number = below(&q->g, (uint64_t)(at[1] + at[3]));
            words[at[0]] = (uint64_t)(number < at[1] ? number + at[2] : at[4 + number - at[1]]);
            at += 4 + at[3];
            break;
        }
        case GROUP:
            memset(words + at[0], 0, (size_t)at[1] * sizeof *words);
            words[at[0]] = (uint64_t)below(&q->g, (uint64_t)1 << at[2]);
            at += 3;
            break;
        }
}

/* --- What a position is worth to each seat, from 0 to 1 */

/* How everybody would stand if the game were over; gives whether that can be said. */
static int points_of(context *c, record *s, int64_t *points) {
    if (!HAS_STANDING) return 0;
    jmp_buf before;
    memcpy(&before, &c->leave, sizeof before);
    int status = setjmp(c->leave);
    if (!status) {
        c->spent = 0;
        for (int seat = 0; seat < SEATS; seat++) points[seat] = standing(c, s, seat);
    }
    memcpy(&c->leave, &before, sizeof before);
    if (status && status != RULE_FAULT) leave(c, status, c->detail);
    return !status;
}

static double beside_others(const search *q, running_stats *usual, double lead) {
    usual->count++;
    double step = lead - usual->mean;
    usual->mean += step / (double)usual->count;
    usual->squares += step * (lead - usual->mean);
    if (usual->squares == 0.0) return 0.5;
    double good = 0.5 + (lead - usual->mean) / __builtin_sqrt(usual->squares / (double)usual->count) / q->rules.spread;
    return good < 0.0 ? 0.0 : good > 1.0 ? 1.0 : good;
}

static void by_lead(search *q, const int64_t *points, double *to) {
    const int64_t *sides = q->rules.sides;
    for (int seat = 0; seat < SEATS; seat++) {
        double lead = (double)points[seat];
        if (!q->rules.absolute) {
            int64_t sum = 0, rivals = 0;
            for (int other = 0; other < SEATS; other++)
                if (sides[other] != sides[seat]) sum += points[other], rivals++;
            lead -= (double)sum / (double)most_of(1, rivals);
        }
        to[seat] = beside_others(q, &q->stats[seat], lead);
    }
}

static void by_place(const search *q, const record *s, int named, double *to) {
    const int64_t *sides = q->rules.sides;
    int level = 1;
    for (int seat = 1; seat < SEATS; seat++) level &= PLACE(s)[seat] == PLACE(s)[0];
    for (int seat = 0; seat < SEATS; seat++) {
        int64_t place = PLACE(s)[seat], rivals = 0;
        double behind_it = 0.0;
        if (SEATS == 1 || (named && level)) {
            to[seat] = place == 1 ? 1.0 : 0.0;
            continue;
        }
        for (int other = 0; other < SEATS; other++)
            if (sides[other] != sides[seat]) {
                behind_it += place < PLACE(s)[other] ? 1.0 : place == PLACE(s)[other] ? 0.5 : 0.0;
                rivals++;
            }
        to[seat] = behind_it / (double)most_of(1, rivals);
    }
}

static void worth_of(context *c, search *q, record *s, double *to) {
    int64_t points[SEATS], ending = ENDING(s);
    if (s->label) {
        if (points_of(c, s, points)) {
            by_lead(q, points, to);
        } else {
            for (int seat = 0; seat < SEATS; seat++) to[seat] = 0.5;
        }
        return;
    }
    if (q->rules.utility && points_of(c, s, points)) {
        by_lead(q, points, to);
        return;
    }
    by_place(q, s, ending == 1 || ending == q->rules.shared || ending == q->rules.common, to);
    int counted = (ending == q->rules.scored || ending == q->rules.shared) && points_of(c, s, points);
    if (ending == q->rules.common) {
        counted = 1;
        for (int seat = 0; seat < SEATS; seat++) points[seat] = SCORE(s)[seat];
    }
    if (counted) {
        double leads[SEATS];
        by_lead(q, points, leads);
        for (int seat = 0; seat < SEATS; seat++) to[seat] = to[seat] + q->rules.by_lead * (leads[seat] - to[seat]);
    }
}

/* --- Rounds */

/* Runs to where somebody must decide or chance must; candidates are listed only if somebody will look at them. */
static void run_on(context *c, record *s, int listed) {
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
        } else if (listed) {
            if (c->moves) memset(c->moves, 0, (size_t)c->room * sizeof(move)); /* arms are compared byte for byte */
            list_moves(c, s, label);
            if (c->count) return;
        } else if (count_moves(c, s, label)) {
            return;
        }
        fuel -= FUEL_FOR[label];
        if (fuel < 0) endless(c, s, label);
        label = EMPTY[label];
    }
}

/* Chance decides until a player must; gives whether it did. What the rules say before is in the log, if one is kept. */
static int settle(context *c, search *q, record *s, int listed) {
    int chance = 0;
    run_on(c, s, listed);
    c->logging = 0;
    while (s->label >= FIRST_CHANCE) {
        int64_t outcome;
        chance = 1;
        sample(c, s, &q->g, &outcome);
        c->spent = 0;
        s->label = (int32_t)happen(c, s, outcome);
        run_on(c, s, listed);
    }
    return chance;
}

/* The candidates of one of those who are asked: the bot itself at the top, anybody further down. */
static void ask_one(context *c, search *q, int64_t manner, int top, int64_t *first, int64_t *count) {
    int64_t starts[SEATS + 1], players = 0, chosen = -1;
    for (int64_t i = 0; i < c->count; i++)
        if (!i || c->moves[i].player != c->moves[i - 1].player) {
            if (top && c->moves[i].player == q->rules.seat) chosen = players;
            starts[players++] = i;
        }
    starts[players] = c->count;
    if (chosen < 0) chosen = manner == ANY ? below(&q->g, (uint64_t)players) : 0;
    *first = starts[chosen];
    *count = starts[chosen + 1] - starts[chosen];
}

/* Goes down the tree until a move is new or the game is over. `sure` is whether the moves on the way, as they are told
   apart, lead to this position and no other. */
static void descend(context *c, search *q) {
    uint32_t node = ROOT, from = ROOT;
    choice *known = q->nodes[ROOT];
    int new = 0, sure = !q->rules.varies;
    if (!known || !known->kept) {
        known = NULL;
        c->logging = 0;
        if (settle(c, q, &q->here, 1)) sure = 0;
    }
    for (;;) {
        const record *here = known ? known->kept : &q->here;
        if (!here->label) return;
        int64_t label = here->label, manner = q->rules.manners[label], first = 0, count = c->count;
        const move *tried = NULL;
        choice *at = known;
        uint32_t number;
        if (known) {
            number = pick_known(q, at);
        } else {
            if (manner != ONE) ask_one(c, q, manner, node == ROOT, &first, &count);
            at = choice_of(c, q, node, label, c->moves[first].player);
            number = pick_arm(c, q, at, c->moves + first, count, &tried);
            if (sure && q->rules.keeps && manner == ONE && at->count == count && !at->kept && q->bytes < q->rules.most_bytes) {
                at->kept = zeroed(c, q, 1, sizeof(record));
                *at->kept = q->here;
            }
        }
        arm *a = number ? &at->arms[number - 1] : NULL;
        int fresh = !a || !a->key, last = manner != TOGETHER || asked_seats(here) == (uint64_t)1 << at->player;
        if (a) {
            tried = &a->m;
            if (q->path_count == q->path_room) q->path = grown(c, q->path, &q->path_room, q->path_count + 1, sizeof(taken));
            q->path[q->path_count].at = at;
            q->path[q->path_count++].arm = number - 1;
            if (!fresh && manner == ONE && a->next && sure && a->key == a->id) {
                choice *next = q->nodes[a->next];
                if (next && next->kept) {
                    known = next;
                    node = from = a->next;
                    continue;
                }
            }
        }
        move chosen = *tried;
        if (known) q->here = *known->kept;
        known = NULL;
        c->logging = fresh;
        c->lines = c->logged = c->told = 0;
        c->most_lines = q->rules.most_lines;
        c->spent = 0;
        q->here.label = (int32_t)carry_out(c, &q->here, &chosen);
        if (settle(c, q, &q->here, !(last && (fresh || new)))) sure = 0;
        if (fresh) {
            new = 1;
            if (a) a->key = seen_as(c, q, at, a);
        }
        if (last && new) return;
        if (!a) continue;
        if (a->key != a->id) sure = 0;
        if (from != node) {
            from = followed(c, q, from, a->key);
        } else {
            if (!a->next) a->next = a->key == a->id ? (uint32_t)new_node(c, q) : followed(c, q, from, a->key);
            from = a->next;
        }
        if (last) node = from;
    }
}

/* Random moves, to the end or until the score says something. */
static void play_on(context *c, search *q) {
    int64_t each = q->has_points ? q->rules.far_enough : q->rules.longest;
    for (int64_t left = q->rules.longest / each; left; left--) {
        playout(c, &q->here, &q->g, each, FUEL);
        if (!q->has_points || !q->here.label) return;
        int64_t points[SEATS];
        if (!points_of(c, &q->here, points) || memcmp(points, q->points, sizeof points)) return;
    }
}

static void learn(context *c, search *q) {
    double worth[SEATS];
    worth_of(c, q, &q->here, worth);
    for (int64_t i = 0; i < q->path_count; i++) {
        arm *a = &q->path[i].at->arms[q->path[i].arm];
        a->visits++;
        a->total += worth[a->m.player];
        rate(q, q->path[i].at, q->path[i].arm);
    }
    q->path_count = 0;
    forget(c, q->past);
    q->done++;
}

API search *astro_search_open(context *c, const search_rules *rules) {
    search *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->rules = *rules;
    q->dealt = malloc(((size_t)rules->word_count + 1) * sizeof *q->dealt);
    q->heap = malloc(((size_t)rules->deal_count + 1) * sizeof *q->heap);
    int status = setjmp(c->leave);
    if (!status && q->dealt && q->heap) new_node(c, q);
    return q;
}

API void astro_search_close(search *q) {
    for (block *one = q->blocks, *before; one; one = before) {
        before = one->before;
        free(one);
    }
    free(q->nodes);
    free(q->path);
    free(q->fresh);
    free(q->dealt);
    free(q->heap);
    free(q);
}

/* So many imagined games, from a record or from what is dealt; `state` is that of the generator. */
API int astro_search_rounds(context *c, search *q, const record *from, int64_t rounds, uint64_t *state) {
    if (!q->node_count) return NO_MEMORY;
    q->g.state = *state;
    q->done = q->path_count = 0;
    q->past = c->past_count;
    int status = setjmp(c->leave);
    if (status == RULE_FAULT || status == ENDLESS_LOOP || status == TOO_MUCH_SAID) {
        c->logging = 0;
        learn(c, q); /* it is judged as far as it went */
    } else if (status) {
        forget(c, q->past);
        return status;
    }
    while (q->done < rounds) {
        if (c->stop) leave(c, STOPPED, 0);
        if (q->rules.deal_count) {
            deal(q);
            read_words(&q->here, q->dealt);
        } else {
            q->here = *from;
        }
        c->spent = 0;
        q->has_points = points_of(c, &q->here, q->points);
        descend(c, q);
        play_on(c, q);
        learn(c, q);
    }
    *state = q->g.state;
    return OK;
}

/* What has been tried of a choice at the top: how many moves; then these as words, how often, and what they came to. */
API int64_t astro_search_tried(search *q, int64_t label, int64_t player, uint64_t *words, uint32_t *visits, double *totals) {
    choice *at = q->nodes[ROOT];
    while (at && (at->label != label || at->player != player)) at = at->next;
    for (uint32_t i = 0; words && at && i < at->count; i++) {
        words += write_move(label, &at->arms[i].m, words);
        visits[i] = at->arms[i].visits;
        totals[i] = at->arms[i].total;
    }
    return at ? at->count : 0;
}
API int64_t astro_search_move_words(void) { return MOVE_WORDS; }
