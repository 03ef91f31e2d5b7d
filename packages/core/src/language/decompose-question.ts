/** One step of a multi-step question: steps are asked in order, and each may use what an earlier one found. */
export interface SubQuestion {
  /** The text to ask; `{}` is replaced by what the step in `takes` found. */
  readonly text: string;
  /** The step whose finding fills `{}`; null if it is independent. */
  readonly takes: number | null;
  /** What to extract from the results of this step; null if the results themselves are wanted. */
  readonly seeks: 'person' | 'place' | 'thing' | null;
  /** Restricts its results to this side in time of what the previous step found; null for no restriction. */
  readonly side: 'after' | 'before' | null;
}

/** The structure of a question. */
export type Structure = 'bridge' | 'both' | 'comparison' | 'sequence';

export interface Decomposition {
  readonly structure: Structure;
  readonly steps: readonly SubQuestion[];
}

/** Longer questions are not decomposed. */
const LONGEST = 400;
/** Quick test: a question without any of these words has no structure known to the rules. */
const HINT = /\b(?:who|whom|that|which|where|both|before|after|or|than|common)\b/iu;

/**
 * Decomposes an English multi-hop question by rules: a relative clause ("the person who …"), two named together
 * ("both A and B"), a choice ("A or B"), an order in time ("after …"). Null for a plain question.
 */
export function decompose(question: string): Decomposition | null {
  const text = question.trim().replace(/(?<![?.!\s])[?.!\s]+$/u, '');
  if (text.length > LONGEST || !HINT.test(text.slice(1))) return null;
  return bridge(text) ?? both(text) ?? comparison(text) ?? sequence(text);
}

const alone = (text: string, seeks: SubQuestion['seeks'] = null): SubQuestion => ({
  text,
  takes: null,
  seeks,
  side: null,
});

const PERSON =
  'person|man|woman|guy|girl|boy|friend|colleague|coworker|neighbou?r|someone|somebody|one|people|teammate|roommate|relative|cousin|teacher|boss|manager|engineer|developer|customer|client';
const PLACE =
  'city|town|place|country|village|state|area|island|region|location|spot|street|building|neighbou?rhood';
const IS_PERSON = new RegExp(`^(?:${PERSON})$`, 'iu');
const IS_PLACE = new RegExp(`^(?:${PLACE})$`, 'iu');
const HEAD = new RegExp(
  `\\b(?:the\\s+(?<noun>(?:\\p{L}+\\s+){0,1}(?:${PERSON}|${PLACE}|\\p{Ll}+))|(?<pronoun>someone|somebody|anyone))\\s+(?<link>who|whom|that|which|where)\\s+(?<clause>.+)$`,
  'iu',
);

/** "What does the person who X do for a living": first who X, then what they do for a living. */
function bridge(text: string): Decomposition | null {
  const found = HEAD.exec(text);
  if (found?.groups === undefined) return null;
  const { noun = found.groups['pronoun'] ?? '', link = '', clause = '' } = found.groups;
  const before = text.slice(0, found.index).trim();
  if (before === '') return null;
  const [inner, rest] = splitClause(clause, before);
  const words = inner.split(/\s+/);
  if (words.length < 2) return null;
  const head = noun.toLowerCase().split(/\s+/).at(-1) ?? '';
  const seeks =
    IS_PERSON.test(head) || /^whom?$/iu.test(link)
      ? 'person'
      : IS_PLACE.test(head) || /^where$/iu.test(link)
        ? 'place'
        : 'thing';
  const asked =
    seeks === 'person'
      ? `who ${inner}`
      : seeks === 'place'
        ? `where ${inner}`
        : `which ${noun} ${inner}`;
  return {
    structure: 'bridge',
    steps: [
      alone(`${asked}?`, seeks),
      {
        text: `${[before, '{}', rest].filter((part) => part !== '').join(' ')}?`,
        takes: 0,
        seeks: null,
        side: null,
      },
    ],
  };
}

/** Base forms of verbs after "does" or "did": the first one ends the clause and continues the question. */
const BASE = new Set(
  `do like love work live want think prefer own have eat play study drive go come say feel know need use make take get give own plan hope read write drink wear
   teach sell buy speak move travel visit start stop keep call believe enjoy hate earn collect train cook paint sing run swim keep find become bring lead recommend suggest own spend stay
   look seem tell ask help meet grow build design manage support fear fix`.split(/\s+/),
);
const NO_MAIN_VERB = new Set(
  'to will would can could should might must may did does do not and or'.split(' '),
);

/**
 * Where the relative clause ends and the main clause continues. With "does" before it, at the first verb in its base
 * form; else at the end.
 */
function splitClause(clause: string, before: string): readonly [string, string] {
  const words = clause.split(/\s+/);
  const last = before.slice(before.lastIndexOf(',') + 1);
  const asked =
    /\b(?:does|did|do|will|would|can|could|should)\b/iu.test(last) &&
    !/\b(?:live|visit|know|meet|go|like|work|see|remember|call|read|have|want|own|buy|make)\b/iu.test(
      last,
    );
  if (asked) {
    for (let at = 1; at < words.length; at++) {
      const word = (words[at] ?? '').toLowerCase();
      if (BASE.has(word) && !NO_MAIN_VERB.has(words[at - 1] ?? ''))
        return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    }
  }
  if (/^\S+\s*(?:is|are|was|were)\b|\b(?:is|are|was|were)$/iu.test(before)) {
    const at = words.findLastIndex((word, place) => place > 1 && /(?:ing|ed)$/iu.test(word));
    if (
      at > 1 &&
      at < words.length &&
      /\bnow$|^(?:working|living|doing|planning|studying|reading)\b/iu.test(
        words.slice(at).join(' '),
      )
    )
      return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  }
  return [clause, ''];
}

const NAME = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,40}(?:\\s{1,9}\\p{Lu}[\\p{L}\\p{M}'’.-]{0,40})?";
const PAIR = new RegExp(
  `(?:\\bboth\\s{1,9})?(?<a>${NAME})\\s{1,9}and\\s{1,9}(?<b>${NAME})(?:\\s{1,9}both)?`,
  'u',
);

/** "Which bands do both A and B like": the same question about each. */
function both(text: string): Decomposition | null {
  if (!/\bboth\b|\bin common\b|\bsimilar\b|\bsame\b|\bshared?\b/iu.test(text)) return null;
  const found = PAIR.exec(text);
  const { a, b } = found?.groups ?? {};
  if (found === null || a === undefined || b === undefined) return null;
  const strip = (words: string): string => words.replace(/\bboth\b\s*|\bin common\b/giu, '').trim();
  const [before, after] = [
    strip(text.slice(0, found.index)),
    strip(text.slice(found.index + found[0].length)),
  ];
  return {
    structure: 'both',
    steps: [a, b].map((name) =>
      alone(`${[before, name, after].filter((part) => part !== '').join(' ')}?`),
    ),
  };
}

const COMPARED =
  /\b(?:first|earlier|later|more|less|better|worse|older|younger|longer|bigger|\w+er|most|rather)\b/iu;
const CHOICE = new RegExp(
  `^(?<frame>\\S+.*?[,:]?)\\s+(?<a>(?:the\\s+|${NAME}\\b)[^,]*?)\\s+(?:or|than)\\s+(?<b>(?:the\\s+|\\p{Lu})[^,]*)$`,
  'u',
);

/** "Who started first, A or B", "Is A older than B": each alternative in the same frame. */
function comparison(text: string): Decomposition | null {
  if (!COMPARED.test(text)) return null;
  const { frame, a, b } = CHOICE.exec(text)?.groups ?? {};
  if (a === undefined || b === undefined) return null;
  // "Is Ana older than Ben": the predicate is asked of both.
  const said =
    b.split(/\s+/).length === 1 ? (/^\S+(?<said>\s.+)$/u.exec(a)?.groups?.['said'] ?? '') : '';
  const framed = (alternative: string): SubQuestion =>
    alone(
      `${[(frame ?? '').replace(/[,:]$/u, ''), alternative].filter((part) => part !== '').join(' ')}?`,
    );
  return { structure: 'comparison', steps: [framed(a), framed(b + said)] };
}

const NAMED = new RegExp(`\\s(${NAME})`, 'u');

/** "he moved" and "meeting Ben" in a question about Tom are about Tom. */
function withSubject(anchor: string, main: string): string {
  const name = NAMED.exec(main)?.[1];
  if (name === undefined) return anchor;
  const told = anchor
    .replace(/^(?:he|she|they)\b/iu, name)
    .replace(/^(?:his|her|their)\b/iu, `${name}'s`);
  return told === anchor && /^\p{Ll}+ing\b/u.test(anchor) ? `${name} ${anchor}` : told;
}

const ORDER = /^(?<main>.*?\S)\s+(?<side>after|before)\s+(?<anchor>\S.*)$/isu;

/** "What did A do after B": first when B was, then what A did on that side of it. */
function sequence(text: string): Decomposition | null {
  const { main = '', side = '', anchor = '' } = ORDER.exec(text)?.groups ?? {};
  // "after 3 May" and "before him" are not events to search for.
  if (anchor.split(/\s+/).length < 2 || /\d/u.test(anchor) || main.split(/\s+/).length < 3)
    return null;
  return {
    structure: 'sequence',
    steps: [
      alone(`when ${withSubject(anchor, main)}?`),
      {
        text: `${main}?`,
        takes: null,
        seeks: null,
        side: side.toLowerCase() as 'after' | 'before',
      },
    ],
  };
}
