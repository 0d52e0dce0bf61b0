// Python in a worker: a question in, its answer out. One that takes too long ends with its worker, and another takes its place.

const LIMIT = 15;
const STARTING = 120;

export class Python {
  constructor({ busy }) {
    this.busy = busy;
    this.waiting = [];
    this.asked = null;
    this.number = 0;
    this.generation = 0;
    this.start();
  }

  start() {
    this.ready = false;
    this.generation += 1;
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.failed(event.message || "the worker could not be loaded"));
    this.timer = setTimeout(() => this.broken("it did not start in time"), STARTING * 1000);
    this.busy("Python is starting …", false);
  }

  /** Asks one thing after the other; `limit` is in seconds. */
  ask(question, limit = LIMIT) {
    // Somebody types faster than a large text is checked: of those that wait, only the last check is worth having.
    if (question.do === "check") this.waiting = this.waiting.filter((one) => one.question.do !== "check");
    return new Promise((resolve) => {
      this.waiting.push({ question, limit, resolve, id: ++this.number });
      this.next();
    });
  }

  next() {
    if (!this.ready || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    const { question, limit, id } = this.asked;
    this.worker.postMessage({ id, text: JSON.stringify(question), tests: needsTests(question) });
    this.timer = setTimeout(() => this.stop(`this took more than ${limit} seconds and was stopped`), limit * 1000);
    this.slow = setTimeout(() => this.busy("Thinking …", true), 600);
  }

  heard({ ready, failed, id, text }) {
    if (failed) return this.failed(failed);
    clearTimeout(this.timer);
    if (ready) {
      this.ready = true;
      this.busy("", false);
    } else if (this.asked?.id === id) {
      this.answered(JSON.parse(text));
    }
    this.next();
  }

  answered(answer) {
    const { resolve } = this.asked;
    clearTimeout(this.slow);
    this.asked = null;
    this.busy("", false);
    resolve(answer);
  }

  /** Ends what is being worked out. The text is in the page, and the game in its record: nothing is lost. */
  stop(message = "stopped") {
    this.worker.terminate();
    clearTimeout(this.timer);
    if (this.asked) this.answered({ ok: false, stopped: true, message });
    this.start();
  }

  /** One that has worked begins anew without its last question; one that never did would not, either. */
  failed(message) {
    if (this.ready) this.stop(`Python broke down over this: ${message}`);
    else this.broken(message);
  }

  broken(message) {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.ready = false;
    this.busy(`Python cannot run here: ${message}. Your text is kept; reload the page to try again.`, false);
    for (const { resolve } of [this.asked, ...this.waiting].filter(Boolean)) resolve({ ok: false, message: `Python cannot run here: ${message}` });
    this.asked = null;
    this.waiting = [];
  }
}

/** Snapshots need modules that nothing else does: they are fetched when there are some. */
function needsTests({ do: what, document }) {
  return what === "test" && Boolean(document && (document.snapshots || /^playthrough/m.test(document.rules + "\n" + document.tests)));
}
