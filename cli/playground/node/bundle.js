// What the page uses of CodeMirror, as one module: `npm ci && npm run build` writes it anew.
export { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
export { HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { forEachDiagnostic, lintGutter, lintKeymap, openLintPanel, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, hoverTooltip,
  keymap, lineNumbers,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
