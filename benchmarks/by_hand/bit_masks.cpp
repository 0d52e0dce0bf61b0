// Random games with boards and hands as bit masks: how fast these games can be if somebody writes each of them in C++
// with speed in mind. Each function plays so many games from a seed and gives how many moves the players made, all
// games together; for hearts, games are deals.

#include <cstdint>
#include <initializer_list>

#ifdef __BMI2__
#include <immintrin.h>
#endif

using u64 = uint64_t;

namespace {

u64 stream = 1;
u64 results = 0;  // what came out, so that no compiler leaves it away

// Marsaglia's xorshift: a sequence that is quicker than one that can be read by place.
inline uint32_t below(uint32_t n) {
  stream ^= stream << 13;
  stream ^= stream >> 7;
  stream ^= stream << 17;
  return static_cast<uint32_t>(((stream >> 32) * n) >> 32);
}

inline int count(u64 set) { return __builtin_popcountll(set); }

inline int nth(u64 set, int n) {
#ifdef __BMI2__
  return __builtin_ctzll(_pdep_u64(u64{1} << n, set));
#else
  while (n--) set &= set - 1;
  return __builtin_ctzll(set);
#endif
}

inline int random_member(u64 set) { return nth(set, below(count(set))); }

template <class T>
inline void swap(T& one, T& other) {
  T kept = one;
  one = other;
  other = kept;
}

// --- Tic-tac-toe: what wins is looked up ----------------------------------------------------------------------------

struct Wins {
  uint8_t of[512] = {};
  Wins() {
    for (int set = 0; set < 512; set++)
      for (int line : {7, 56, 448, 73, 146, 292, 273, 84})
        if ((set & line) == line) of[set] = 1;
  }
} const wins;

int tic_tac_toe_game() {
  uint32_t marks[2] = {0, 0};
  for (int turn = 0; turn < 9; turn++) {
    uint32_t free = 511 & ~(marks[0] | marks[1]);
    uint32_t& own = marks[turn & 1];
    own |= 1u << nth(free, below(9 - turn));
    if (wins.of[own]) {
      results += turn & 1;
      return turn + 1;
    }
  }
  return 9;
}

// --- Connect Four: seven bits a column, one above the highest disc; four in a row by shifting twice -----------------

int connect_four_game() {
  u64 discs[2] = {0, 0};
  uint8_t height[7];
  int columns[7], open = 7;
  for (int column = 0; column < 7; column++) height[column] = 7 * column, columns[column] = column;
  for (int turn = 0; turn < 42; turn++) {
    int pick = below(open), column = columns[pick];
    u64 own = discs[turn & 1] |= u64{1} << height[column]++;
    if (height[column] == 7 * column + 6) columns[pick] = columns[--open];
    for (int way : {7, 6, 8, 1}) {
      u64 pairs = own & own >> way;
      if (pairs & pairs >> 2 * way) {
        results += turn & 1;
        return turn + 1;
      }
    }
  }
  return 42;
}

// --- Breakthrough: all targets of one way at once -------------------------------------------------------------------

int breakthrough_game() {
  const u64 first_file = 0x0101010101010101, last_file = first_file << 7;
  u64 own = 0xffff, enemy = u64{0xffff} << 48;
  for (int turn = 0;; turn++) {
    const bool down = turn & 1;
    const u64 from_left = own & ~first_file, from_right = own & ~last_file;
    const u64 ahead = (down ? own >> 8 : own << 8) & ~(own | enemy);
    const u64 left = (down ? from_left >> 9 : from_left << 7) & ~own;
    const u64 right = (down ? from_right >> 7 : from_right << 9) & ~own;
    const int straight = count(ahead), aslant = count(left);
    int pick = below(straight + aslant + count(right)), to, by;
    if (pick < straight)
      to = nth(ahead, pick), by = 8;
    else if ((pick -= straight) < aslant)
      to = nth(left, pick), by = down ? 9 : 7;
    else
      to = nth(right, pick - aslant), by = down ? 7 : 9;
    own ^= u64{1} << to | u64{1} << (down ? to + by : to - by);
    enemy &= ~(u64{1} << to);
    if ((down ? to < 8 : to >= 56) || !enemy) {
      results += down;
      return turn + 1;
    }
    swap(own, enemy);
  }
}

// --- Othello: fills in eight ways -----------------------------------------------------------------------------------

template <bool up>
inline u64 shifted(u64 set, int by) {
  return up ? set << by : set >> by;
}

template <bool up>
inline u64 runs(u64 from, u64 through, int by) {  // members of `through` that lie in a row behind `from`
  u64 found = shifted<up>(from, by) & through;
  for (int step = 0; step < 5; step++) found |= shifted<up>(found, by) & through;
  return found;
}

template <bool up>
inline void add_targets(u64 own, u64 enemy, u64& targets) {
  const u64 inner = enemy & 0x7e7e7e7e7e7e7e7e;
  targets |= shifted<up>(runs<up>(own, inner, 1), 1) | shifted<up>(runs<up>(own, enemy, 8), 8) |
             shifted<up>(runs<up>(own, inner, 7), 7) | shifted<up>(runs<up>(own, inner, 9), 9);
}

template <bool up>
inline void add_caught(u64 disc, u64 own, u64 through, int by, u64& caught) {
  const u64 run = runs<up>(disc, through, by);
  if (shifted<up>(run, by) & own) caught |= run;
}

template <bool up>
inline void add_all_caught(u64 disc, u64 own, u64 enemy, u64& caught) {
  const u64 inner = enemy & 0x7e7e7e7e7e7e7e7e;
  add_caught<up>(disc, own, inner, 1, caught);
  add_caught<up>(disc, own, enemy, 8, caught);
  add_caught<up>(disc, own, inner, 7, caught);
  add_caught<up>(disc, own, inner, 9, caught);
}

int othello_game() {
  u64 own = u64{1} << 28 | u64{1} << 35, enemy = u64{1} << 27 | u64{1} << 36;
  int turn = 0;
  for (int passed = 0; passed < 2; swap(own, enemy)) {
    u64 targets = 0;
    add_targets<true>(own, enemy, targets);
    add_targets<false>(own, enemy, targets);
    targets &= ~(own | enemy);
    if (!targets) {
      passed++;
      continue;
    }
    passed = 0;
    turn++;
    const u64 disc = u64{1} << random_member(targets);
    u64 caught = 0;
    add_all_caught<true>(disc, own, enemy, caught);
    add_all_caught<false>(disc, own, enemy, caught);
    own |= disc | caught;
    enemy &= ~caught;
  }
  results += count(own);
  return turn;
}

// --- Hex, eleven by eleven: chains of stones and of the four sides by union and find ---------------------------------

struct Hexes {
  int neighbours[121][6], many[121] = {};
  Hexes() {
    const int ways[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    for (int row = 0; row < 11; row++)
      for (int column = 0; column < 11; column++)
        for (auto& way : ways) {
          const int y = row + way[0], x = column + way[1], cell = 11 * row + column;
          if (y >= 0 && y < 11 && x >= 0 && x < 11) neighbours[cell][many[cell]++] = 11 * y + x;
        }
  }
} const hexes;

int hex_game() {
  uint8_t stones[121] = {}, free[121];
  int16_t parent[125];
  for (int i = 0; i < 125; i++) parent[i] = i;
  for (int i = 0; i < 121; i++) free[i] = i;
  auto root = [&](int node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (int turn = 0;; turn++) {
    const int pick = below(121 - turn), cell = free[pick], player = 1 + (turn & 1);
    free[pick] = free[120 - turn];
    stones[cell] = player;
    for (int i = 0; i < hexes.many[cell]; i++) {
      const int other = hexes.neighbours[cell][i];
      if (stones[other] == player) parent[root(other)] = root(cell);
    }
    const int first = player == 1 ? 121 : 123, way = player == 1 ? cell / 11 : cell % 11;
    if (way == 0) parent[root(cell)] = root(first);
    if (way == 10) parent[root(cell)] = root(first + 1);
    if (root(first) == root(first + 1)) {
      results += player;
      return turn + 1;
    }
  }
}

// --- Kuhn poker, Leduc poker, liar's dice ---------------------------------------------------------------------------

int kuhn_poker_game() {
  int mine = below(3), yours = below(2);
  if (yours >= mine) yours++;
  const bool bets = below(2), answers = below(2);
  int moves = 2;
  if (!bets && answers) {
    moves++;
    results += below(2);
  }
  results += mine > yours;
  return moves;
}

int leduc_poker_game() {
  int mine = below(6), yours = below(5), board = mine, moves = 0, paid[2] = {1, 1};
  if (yours >= mine) yours++;
  for (int bet : {2, 4}) {
    int raises = 0, settled = 0, player = 0, stake = paid[0];
    while (settled < 2) {
      int choices[3], many = 0;
      if (stake > paid[player]) choices[many++] = 0;
      choices[many++] = 1;
      if (raises < 2) choices[many++] = 2;
      const int choice = choices[below(many)];
      moves++;
      if (choice == 0) {
        results += player;
        return moves;
      }
      if (choice == 1) {
        settled++;
      } else {
        stake += bet;
        raises++;
        settled = 1;
      }
      paid[player] = stake;
      player ^= 1;
    }
    while (bet == 2 && (board == mine || board == yours)) board = below(6);
  }
  const bool pairs = mine / 2 == board / 2, your_pairs = yours / 2 == board / 2;
  results += pairs != your_pairs ? pairs : mine / 2 > yours / 2;
  return moves;
}

int liars_dice_game() {
  const int dice[2] = {static_cast<int>(below(6)), static_cast<int>(below(6))};
  for (int bid = -1, turn = 0;; turn++) {
    const int choice = bid + 1 + below(11 - bid + (turn > 0));
    if (choice == 12) {
      const int face = bid % 6;
      const int there = (dice[0] == face || dice[0] == 5) + (dice[1] == face || dice[1] == 5);
      results += there > bid / 6;
      return turn + 1;
    }
    bid = choice;
  }
}

// --- Hearts: a deal, passed one of four ways; clubs, diamonds, hearts and spades are thirteen bits each ----------------

int hearts_game() {
  const u64 suit = 0x1fff, hearts = suit << 26, queen = u64{1} << 49, penalties = hearts | queen;
  uint8_t deck[52];
  for (int i = 0; i < 52; i++) deck[i] = i;
  for (int i = 51; i > 0; i--) swap(deck[i], deck[below(i + 1)]);
  u64 hands[4] = {0, 0, 0, 0};
  for (int i = 0; i < 52; i++) hands[i & 3] |= u64{1} << deck[i];
  const int way = below(4);
  if (way) {
    u64 given[4] = {0, 0, 0, 0};
    for (int giver = 0; giver < 4; giver++)
      for (int i = 0; i < 3; i++) {
        const u64 card = u64{1} << nth(hands[giver], below(13 - i));
        hands[giver] ^= card;
        given[giver] |= card;
      }
    for (int giver = 0; giver < 4; giver++) hands[(giver + way) & 3] |= given[giver];
  }
  int player = 0, points[4] = {0, 0, 0, 0};
  while (!(hands[player] & 1)) player++;
  bool broken = false;
  for (int trick = 0; trick < 13; trick++) {
    int led = 0, best = -1, winner = 0, value = 0;
    for (int place = 0; place < 4; place++) {
      const u64 hand = hands[player];
      u64 cards = place ? hand & suit << 13 * led : 0;
      if (!cards) {
        if (trick)
          cards = place || broken ? hand : hand & ~hearts;
        else
          cards = place ? hand & ~penalties : 1;
        if (!cards) cards = hand;
      }
      const int card = random_member(cards);
      hands[player] ^= u64{1} << card;
      broken |= hearts >> card & 1;
      if (place == 0) led = card / 13;
      if (card / 13 == led && card > best) best = card, winner = player;
      value += (hearts >> card & 1) + 13 * (card == 49);
      player = (player + 1) & 3;
    }
    points[winner] += value;
    player = winner;
  }
  results += points[0];
  return way ? 56 : 52;
}

}  // namespace

#define GAMES_OF(name)                                   \
  extern "C" int64_t name(uint64_t seed, int64_t games) { \
    stream = seed | 1;                                   \
    int64_t moves = 0;                                   \
    while (games--) moves += name##_game();              \
    return moves;                                        \
  }

GAMES_OF(tic_tac_toe)
GAMES_OF(connect_four)
GAMES_OF(breakthrough)
GAMES_OF(othello)
GAMES_OF(hex)
GAMES_OF(kuhn_poker)
GAMES_OF(leduc_poker)
GAMES_OF(liars_dice)
GAMES_OF(hearts)

extern "C" uint64_t outcome() { return results; }
