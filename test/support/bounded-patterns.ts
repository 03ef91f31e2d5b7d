/** Patterns that are not linear, or not shown to be, and why no text makes them slow. */
interface BoundedPattern {
  /** How its places begin: a folder, or a file. */
  readonly in: string;
  /** Its source; without one, every pattern there. */
  readonly pattern?: string;
  /** What bounds the text that it sees. */
  readonly why: string;
}

export const BOUNDED: readonly BoundedPattern[] = [
  {
    in: 'packages/core/src/language/claims/',
    why: 'They see one sentence of at most 400 characters (clauses.ts), or a line of a setting of at most 400 (read-claims.ts).',
  },
  {
    in: 'packages/core/src/language/pattern-matching.ts',
    why: 'It sees pieces of our own patterns, never a text.',
  },
  {
    in: 'packages/core/src/language/decompose-question.ts',
    why: 'A question of more than 400 characters is not taken apart.',
  },
  {
    in: 'packages/agent/src/dialogue/map/claims.ts',
    why: 'The first 2,000 characters of a query are read, their white space made single spaces.',
  },
  {
    in: 'packages/agent/src/dialogue/map/claims.ts',
    why: 'It sees a part of the first 2,000 characters of a query.',
  },
  {
    in: 'packages/agent/src/dialogue/map/claims.ts',
    why: 'It sees a statement of at most 400 characters.',
  },
  {
    in: 'packages/import/src/item.ts',
    why: 'A text of more than 80 characters is no moment and not read.',
  },
  {
    in: 'packages/agent/src/strategies/abstraction.ts',
    pattern: String.raw`\s*(?:[,;:.!?(]|\b(?:from|to|on|for|at|under|in|via|between|after|before|with|by|of|named|called|departing|arriving|because|so that|since|that|which|who|i|we|and (?:get|find|i|then)|departs?|currently|please|if)\b).*$`,
    why: 'The first 600 characters of a request are read.',
  },
  {
    in: 'packages/core/src/language/code/code-reader.ts',
    why: 'It sees the first 400 characters of a piece of code.',
  },
  {
    in: 'packages/core/src/safety/personal/find-own-keys.ts',
    pattern: String.raw`(?:[^\w-]+[A-Za-z][a-z]*)+$`,
    why: 'It sees a key with what stands between its signs: one of more than 720 characters is none.',
  },
];

/** Files that construct patterns only when they are called, and what these are. */
export const LATE: Readonly<Record<string, string>> = {
  'packages/core/src/language/pattern-matching.ts':
    'Classes of our own patterns, tried on the letters of ASCII.',
  'packages/core/src/domain/name-matcher.ts':
    'Names that are erased, of at most 200 characters each: letters, and between them classes with a bound.',
  'packages/core/src/language/parse-json.ts': 'A copy of a pattern that is looked at as a literal.',
  'packages/import/src/formats/markdown.ts': 'White space at the start of a line, with a bound.',
  'packages/core/src/language/dates/foreign-phrases.ts':
    'Names of seasons, one of which a match of theirs holds.',
  'packages/core/src/language/route/cue-index.ts':
    'Cues of packages/core/src/language/route/, which see a question; they repeat words a bounded number of times.',
};
