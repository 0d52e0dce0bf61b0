// Colours for rule files, by the words of the grammar.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, tags } from "./codemirror.js";

const any = (words) => new RegExp(`^(?:${words.join("|")})\\b`);

/** The language out of `words.json`. */
export function language(words) {
  const naming = new RegExp(`^(?:${words.naming.join("|")})\\b(?=[ \\t]+[A-Za-z_])`);
  const heads = new RegExp(`^(?:${words.heads.join("|")})\\b(?!\\s*(?:[-+]?=|[.|,\\[]))`);
  const together = new RegExp(`^(?:${words.together.join("|")})\\b`);
  const sorts = [
    [any(words.operators), "operatorKeyword"],
    [any(words.constants), "atom"],
    [together, "keyword"],
    [any(words.reserved), "keyword"],
    [new RegExp(`^(?:${words.soft.join("|")})\\b(?=[ ]+(?!(?:and|or|is|in|not|mod|if|else|where|then|otherwise)\\b)[\\w({"])`), "keyword"],
    [any(words.names), "standardName"],
    [new RegExp(`^(?:${words.functions.join("|")})(?=\\()`), "standardName"],
    [/^@\w+/, "meta"],
    [/^[A-Z]\w*/, "typeName"],
    [/^[A-Za-z_]\w*/, "variableName"],
    [/^\d+/, "number"],
    [/^(?:\.\.|[-+]=|<=|>=|[-+*/<>=])/, "operator"],
  ];
  return StreamLanguage.define({
    name: "astro",
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
    startState: () => ({ texts: [], named: false }),
    copyState: ({ texts, named }) => ({ texts: [...texts], named }),
    token(stream, state) {
      if (stream.sol()) Object.assign(state, { texts: [], named: false });
      const inside = state.texts.at(-1);
      if (inside === "text") {
        if (stream.match(/^(?:\{\{|\}\})/)) return "escape";
        if (stream.match("{")) return state.texts.push("hole"), "brace";
        if (stream.match('"')) return state.texts.pop(), "string";
        stream.match(/^[^"{}]+/) || stream.next();
        return "string";
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match('"')) return state.texts.push("text"), "string";
      if (inside && stream.match("{")) return state.texts.push("set"), "punctuation";
      if (inside && stream.match("}")) return state.texts.pop() === "hole" ? "brace" : "punctuation";
      const before = stream.string.slice(0, stream.pos);
      if (!before.trim()) {
        if (stream.match(naming)) return (state.named = true), "definitionKeyword";
        if (stream.match(heads)) return "definitionKeyword";
      }
      if (state.named && stream.match(/^[A-Za-z_]\w*/)) return (state.named = false), "definition";
      state.named = false;
      if (before.endsWith(".") && !before.endsWith("..") && stream.match(/^[A-Za-z_]\w*/)) return "propertyName";
      for (const [pattern, sort] of sorts) if (stream.match(pattern)) return sort;
      stream.next();
      return "punctuation";
    },
    tokenTable: { definition: tags.definition(tags.variableName), standardName: tags.standard(tags.name), brace: tags.brace },
  });
}

const colour = (name) => `var(--code-${name})`;
export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.definitionKeyword, color: colour("head"), fontWeight: "600" },
    { tag: [tags.keyword, tags.operatorKeyword], color: colour("word") },
    { tag: tags.definition(tags.variableName), color: colour("name"), fontWeight: "600" },
    { tag: [tags.string, tags.escape], color: colour("text") },
    { tag: tags.brace, color: colour("hole") },
    { tag: tags.comment, color: colour("comment"), fontStyle: "italic" },
    { tag: tags.typeName, color: colour("kind") },
    { tag: [tags.number, tags.atom], color: colour("number") },
    { tag: tags.standard(tags.name), color: colour("given") },
    { tag: tags.propertyName, color: colour("property") },
    { tag: tags.meta, color: colour("meta") },
  ]),
);
