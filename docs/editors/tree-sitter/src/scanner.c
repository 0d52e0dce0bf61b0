// Where lines end and blocks begin and end. The three marks have no width: what they were read from is read again.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

enum Mark { NEWLINE, INDENT, DEDENT, RECOVERING };

// Blocks beyond this depth are not told apart; the language allows fewer.
#define DEEPEST 200

typedef struct {
  uint16_t margins[DEEPEST];
  uint16_t depth;
} Blocks;

void *tree_sitter_astro_rules_external_scanner_create(void) { return calloc(1, sizeof(Blocks)); }

void tree_sitter_astro_rules_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_astro_rules_external_scanner_serialize(void *payload, char *buffer) {
  Blocks *blocks = payload;
  unsigned size = blocks->depth * sizeof(uint16_t);
  memcpy(buffer, blocks->margins, size);
  return size;
}

void tree_sitter_astro_rules_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Blocks *blocks = payload;
  blocks->depth = length / sizeof(uint16_t);
  if (length) memcpy(blocks->margins, buffer, length);
}

bool tree_sitter_astro_rules_external_scanner_scan(void *payload, TSLexer *lexer, const bool *wanted) {
  Blocks *blocks = payload;
  if (wanted[RECOVERING]) return false;
  lexer->mark_end(lexer);
  bool ended = false;
  uint16_t margin = 0;
  for (;;) {
    if (lexer->lookahead == '\n') {
      ended = true;
      margin = 0;
    } else if (lexer->lookahead == '#') {
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, true);
      continue;
    } else if (lexer->eof(lexer)) {
      ended = true;
      margin = 0;
      break;
    } else if (lexer->lookahead == ' ' || lexer->lookahead == '\t') {
      margin++;
    } else if (lexer->lookahead != '\r' && lexer->lookahead != 0xFEFF) {
      break;
    }
    lexer->advance(lexer, true);
  }
  if (!ended) return false;
  uint16_t around = blocks->depth ? blocks->margins[blocks->depth - 1] : 0;
  if (wanted[NEWLINE]) {
    lexer->result_symbol = NEWLINE;
  } else if (wanted[INDENT] && margin > around && blocks->depth < DEEPEST) {
    blocks->margins[blocks->depth++] = margin;
    lexer->result_symbol = INDENT;
  } else if (wanted[DEDENT] && margin < around) {
    blocks->depth--;
    lexer->result_symbol = DEDENT;
  } else {
    return false;
  }
  return true;
}
