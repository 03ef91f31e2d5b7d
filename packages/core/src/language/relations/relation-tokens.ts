import type { EntityMention } from '../names/name-reading.js';
import { matchAll } from '../pattern-matching.js';

/**
 * A word, or a whole mention, of a sentence in which relations are read. Contractions are split: "don't" is "do",
 * "not".
 */
export interface RelationToken {
  readonly lower: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly mention: EntityMention | undefined;
  /** The characters before it. */
  readonly gap: string;
}

export interface Statement {
  readonly tokens: readonly RelationToken[];
  readonly isQuestion: boolean;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|-(?=[\p{L}\p{N}]))*(?:['’]\p{L}+)?|['’]s(?!\p{L})/gu;
const ENDINGS: Readonly<Record<string, string>> = Object.freeze({
  m: 'am',
  ve: 'have',
  re: 'are',
  ll: 'will',
  d: 'would',
  s: "'s",
});
const SENTENCE_END = /[.!?…\n;]/;

/** The text as sentences of tokens, each mention one token. Linear in the length of the text. */
export function readStatements(text: string, mentions: readonly EntityMention[]): Statement[] {
  const statements: Statement[] = [];
  let current: RelationToken[] = [];
  const close = (ending: string): void => {
    if (current.length > 1)
      statements.push({
        tokens: current,
        isQuestion: ending.trimStart().startsWith('?') || /^["')\]]*\?/.test(ending),
      });
    current = [];
  };
  for (const token of relationTokens(text, mentions)) {
    if (current.length > 0 && SENTENCE_END.test(token.gap)) close(token.gap);
    current.push(token);
  }
  close(text.slice(current.at(-1)?.end ?? 0));
  return statements;
}

function relationTokens(text: string, mentions: readonly EntityMention[]): RelationToken[] {
  const tokens: RelationToken[] = [];
  let from = 0;
  for (const mention of mentions) {
    if (mention.start < from) continue;
    pushWords(tokens, text, from, mention.start);
    push(tokens, text, mention.start, mention.end, mention.name, mention);
    from = mention.end;
  }
  pushWords(tokens, text, from, text.length);
  return tokens;
}

function pushWords(tokens: RelationToken[], text: string, from: number, to: number): void {
  for (const match of matchAll(text.slice(from, to), WORD))
    pushWord(tokens, text, match[0], from + match.index);
}

function pushWord(tokens: RelationToken[], text: string, word: string, start: number): void {
  const at = word.search(/['’]/);
  if (at <= 0)
    return push(tokens, text, start, start + word.length, at === 0 ? "'s" : word, undefined);
  const stem = word.slice(0, at);
  const ending = word.slice(at + 1).toLowerCase();
  if (ending === 't' && stem.endsWith('n')) {
    const base = stem.toLowerCase() === 'can' ? stem : stem.slice(0, -1);
    push(tokens, text, start, start + base.length, base, undefined);
    return push(tokens, text, start + base.length, start + word.length, 'not', undefined);
  }
  push(tokens, text, start, start + at, stem, undefined);
  push(tokens, text, start + at, start + word.length, ENDINGS[ending] ?? ending, undefined);
}

function push(
  tokens: RelationToken[],
  text: string,
  start: number,
  end: number,
  word: string,
  mention: EntityMention | undefined,
): void {
  tokens.push({
    lower: word.toLowerCase(),
    text: word,
    start,
    end,
    mention,
    gap: text.slice(tokens.at(-1)?.end ?? 0, start),
  });
}
