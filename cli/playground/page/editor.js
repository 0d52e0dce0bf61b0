// The text with its colours, problems, fixes, names and, in the margin, what tests reach.
import {
  autocompletion, closeBrackets, closeBracketsKeymap, defaultKeymap, drawSelection, EditorState, EditorView, gutter, GutterMarker,
  highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, history, historyKeymap, hoverTooltip, indentUnit, keymap, lineNumbers, lintGutter,
  lintKeymap, RangeSet, searchKeymap, setDiagnostics, StateEffect, StateField,
} from "./codemirror.js";
import { make } from "./dom.js";
import { colours, language } from "./language.js";

const PAIRS = /[\ud800-\udfff]/;

/** Where a line and column of Astro are, which counts characters; the editor counts halves of those beyond 65,535. */
export function offset(doc, [line, column]) {
  if (line > doc.lines) return doc.length;
  const { from, text, length } = doc.line(Math.max(1, line));
  const units = PAIRS.test(text) ? [...text].slice(0, column - 1).join("").length : column - 1;
  return from + Math.min(Math.max(0, units), length);
}

/** The line and column of Astro at an offset of the editor. */
export function place(doc, at) {
  const { number, from, text } = doc.lineAt(at);
  const before = text.slice(0, at - from);
  return [number, (PAIRS.test(before) ? [...before].length : before.length) + 1];
}

const reached = StateEffect.define();
const SIGNS = { ok: "✓", missing: "✗", excused: "○" };

class Reached extends GutterMarker {
  constructor(state, said) {
    super();
    Object.assign(this, { state, said });
  }

  eq(other) {
    return this.state === other.state && this.said === other.said;
  }

  toDOM() {
    const words = { ok: "reached", missing: "not reached", excused: "excused" }[this.state];
    return make("span", { className: `reached ${this.state}`, title: this.said || words, role: "img", "aria-label": this.said || words }, SIGNS[this.state]);
  }
}

const coverage = StateField.define({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(reached)) continue;
      const { doc } = transaction.state;
      const known = effect.value.filter(({ line }) => line <= doc.lines);
      return RangeSet.of(known.map(({ line, state, said }) => new Reached(state, said.join("; ")).range(doc.line(line).from)), true);
    }
    return marks.map(transaction.changes);
  },
});

export class Editor {
  /** `changed` hears every text, `describe` says what stands at a place. */
  constructor(parent, words, { changed, describe, format }) {
    this.names = [];
    const given = [...words.heads, ...words.reserved, ...words.soft].map((label) => ({ label, type: "keyword" }));
    this.common = [
      lineNumbers(),
      coverage,
      gutter({ class: "coverage", markers: (view) => view.state.field(coverage), initialSpacer: () => new Reached("ok", "") }),
      lintGutter(),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      closeBrackets(),
      indentUnit.of("  "),
      language(words),
      colours,
      autocompletion({
        override: [
          (context) => {
            const word = context.matchBefore(/[A-Za-z_]\w*/);
            if (!word || (word.to - word.from < 2 && !context.explicit)) return null;
            return { from: word.from, options: [...this.names, ...given], validFor: /^\w*$/ };
          },
        ],
      }),
      hoverTooltip(async (view, pos) => {
        const found = await describe(place(view.state.doc, pos));
        if (!found) return null;
        const head = [found.head, found.means].filter(Boolean).join(": ");
        const rows = [head, found.docs, found.seen && `seen by ${found.seen}`].filter(Boolean);
        return rows.length ? { pos, above: true, create: () => ({ dom: make("div", { className: "described" }, ...rows.map((row) => make("p", {}, row))) }) } : null;
      }),
      keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (format(), true) },
        ...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": "Rules in Astro", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.quiet) changed(this.text);
      }),
    ];
    this.view = new EditorView({ parent, state: this.state("") });
  }

  state(text) {
    return EditorState.create({ doc: text, extensions: this.common });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Another text, with a history of its own. */
  show(text) {
    this.view.setState(this.state(text));
  }

  /** The same text in other words, as one step that can be undone; the cursor stays in its line. */
  rewrite(text) {
    const { doc, selection } = this.view.state;
    if (text === doc.toString()) return;
    const { number, from } = doc.lineAt(selection.main.head);
    const column = selection.main.head - from;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    const line = this.view.state.doc.line(Math.min(number, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: Math.min(line.from + column, line.to) } });
  }

  edit({ from, to, text }) {
    const { doc } = this.view.state;
    const start = offset(doc, from);
    this.view.dispatch({ changes: { from: start, to: offset(doc, to), insert: text }, selection: { anchor: start + text.length } });
    this.view.focus();
  }

  go(line, column = 1) {
    const at = offset(this.view.state.doc, [line, column]);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  problems(found, explain) {
    const { doc } = this.view.state;
    const shown = found.map((one) => {
      const from = offset(doc, one.from);
      const to = Math.max(offset(doc, one.to), Math.min(from + 1, doc.length));
      return {
        from,
        to,
        severity: one.severity === "note" ? "info" : one.severity,
        message: [one.message, one.label, ...one.notes].filter(Boolean).join("\n"),
        source: one.code,
        actions: [
          ...one.fixes.map((fix) => ({ name: fix.title, apply: () => this.edit(fix) })),
          ...(one.explained ? [{ name: "Explain", apply: () => explain(one.code) }] : []),
        ],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  reached(lines) {
    this.view.dispatch({ effects: reached.of(lines) });
  }
}
