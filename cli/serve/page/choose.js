// Step by step through the parts of a move: what was tapped in, the moves that are still meant out. Nothing here draws.

export class Choice {
  constructor(offer) {
    this.offer = offer && offer.moves ? offer : { sorts: [], moves: [] };
    this.reset();
  }

  reset() {
    this.sort = null;
    this.picks = []; // { at, name }: part number `at` is, or has in it, `name`
  }

  get begun() {
    return this.sort !== null || this.picks.length > 0;
  }

  // The legal moves that go with what was picked, and with one thing more, if it is given.
  left(more = null) {
    const picks = more ? [...this.picks, more] : this.picks;
    return this.offer.moves.filter((move) => (this.sort === null || move.sort === this.sort) && fits(move, picks));
  }

  get moves() {
    return this.left();
  }

  // Where a name could stand in a move that is still meant: the first part that it can be.
  spot(name) {
    const taken = new Set(this.picks.map((pick) => pick.at));
    for (let at = 0; at < this.width; at++) {
      const many = this.moves.some((move) => isMany(move.args[at]));
      if (taken.has(at) && !many) continue;
      if (this.left({ at, name }).length) return at;
    }
    return -1;
  }

  get width() {
    return Math.max(0, ...this.offer.moves.map((move) => move.args.length));
  }

  // Takes a name in, or back; says whether it meant something here.
  pick(name) {
    const at = this.spot(name);
    if (at >= 0) {
      this.picks.push({ at, name });
      return true;
    }
    if (this.picks.some((pick) => pick.name === name)) {
      this.picks = this.picks.filter((pick) => pick.name !== name);
      return true;
    }
    const fresh = new Choice(this.offer);
    if (this.begun && fresh.spot(name) >= 0) {
      this.reset();
      return this.pick(name);
    }
    return false;
  }

  back() {
    if (this.picks.length) this.picks.pop();
    else this.sort = null;
  }

  has(name) {
    return this.picks.some((pick) => pick.name === name);
  }

  // The parts on which the moves that are left still differ, by the sort of the first of them.
  open(move) {
    const left = this.moves.filter((other) => other.sort === move.sort);
    return move.args.map((_, at) => at).filter((at) => new Set(left.map((other) => key(other.args[at]))).size > 1);
  }

  // What may be tapped next: names, each with its label.
  next() {
    const found = new Map();
    const left = this.moves;
    if (left.length < 2) {
      for (const move of left) for (const [name, label] of move.args.flatMap(parts)) if (!this.has(name)) found.set(name, label);
      return found;
    }
    const first = new Map();
    for (const move of left) {
      if (!first.has(move.sort)) first.set(move.sort, this.open(move)[0]);
      const at = first.get(move.sort);
      if (at === undefined) continue;
      const picked = this.picks.filter((pick) => pick.at === at).map((pick) => pick.name);
      for (const [name, label] of parts(move.args[at])) {
        const spare = picked.indexOf(name);
        if (spare >= 0) picked.splice(spare, 1);
        else found.set(name, label);
      }
    }
    return found;
  }

  // The question that comes next, if all moves that are left ask the same.
  asks() {
    const sorts = [...new Set(this.moves.map((move) => move.sort))];
    if (sorts.length !== 1 || this.moves.length < 2) return "";
    const at = this.open(this.moves[0])[0];
    return at === undefined ? "" : this.offer.sorts[sorts[0]].params[at].asks;
  }

  // How many things of the part that is chosen now are still to be picked: at least, and at most; [] if it is no set.
  counts() {
    const sorts = [...new Set(this.moves.map((move) => move.sort))];
    if (sorts.length !== 1 || this.moves.length < 2) return [];
    const at = this.open(this.moves[0])[0];
    if (at === undefined || !this.moves.every((move) => isMany(move.args[at]))) return [];
    const picked = this.picks.filter((pick) => pick.at === at).length;
    const sizes = this.moves.map((move) => move.args[at].length - picked);
    return [Math.min(...sizes), Math.max(...sizes)];
  }

  // What was picked, as players call it.
  labels() {
    const known = new Map(this.moves.flatMap((move) => move.args.flatMap(parts)));
    return this.picks.map(({ name }) => known.get(name) ?? name);
  }

  // Moves that are complete as they stand: the only one left, or those of which everything was picked.
  ready() {
    const left = this.moves;
    if (left.length === 1) return left;
    if (!this.begun) return [];
    return left.filter((move) => move.args.every((arg, at) => isMany(arg) ? arg.length === this.picks.filter((pick) => pick.at === at).length : this.picks.some((pick) => pick.at === at)));
  }
}

const isMany = (arg) => Array.isArray(arg) && (arg.length === 0 || Array.isArray(arg[0]));
const parts = (arg) => (isMany(arg) ? arg : [arg]);
const key = (arg) => JSON.stringify(arg);

function fits(move, picks) {
  const used = new Map();
  return picks.every(({ at, name }) => {
    if (at >= move.args.length) return false;
    const arg = move.args[at];
    if (!isMany(arg)) return arg[0] === name;
    const need = (used.get(`${at} ${name}`) || 0) + 1;
    used.set(`${at} ${name}`, need);
    return arg.filter((part) => part[0] === name).length >= need;
  });
}
