import type { Audience } from '../domain/audience.js';
import { matchAll } from './pattern-matching.js';

const WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’-]{0,40}`;
const NAME = `${WORD}(?: ${WORD}){0,3}`;
/** Names whose words begin in capitals; after a comma there is another one only where an "and" follows. */
const NAMES = `${NAME}(?:(?:, ${NAME}){0,8},? (?:and|or|nor) ${NAME})?`;
const NAMES_HERE = new RegExp(NAMES, 'uy');
const NAMES_BEFORE = new RegExp(`(?<![\\p{L}'’-])${NAMES} $`, 'u');
/** The part of a text before a cue that may have names. */
const MAX_BEFORE = 200;

const START = String.raw`(?:^|[.!?;:,(–—-]\s?|\b(?:please|but|and|so|just) )`;
const DO_NOT = String.raw`(?:don['’]?t|do not|never) (?:ever )?`;
const IT = '(?:this|that|it|any of (?:this|that|it)|anything)';

interface Cue {
  readonly sense: 'not' | 'only';
  readonly cue: RegExp;
  /** Where the names are; null for a cue that admits nobody but the owner. */
  readonly names: 'after' | 'before' | null;
  /** What must follow the names. */
  readonly then?: RegExp;
}

/** Plain ways to say who may know a text. */
const CUES: readonly Cue[] = [
  ...[
    `${START}${DO_NOT}(?:tell|inform|let) `,
    `${START}${DO_NOT}(?:mention|say|show|share|reveal|send|give|pass|repeat|disclose) (?:${IT} )?(?:on )?(?:to|with) `,
    `\\b(?:keep|hide) ${IT}(?: secret| away| hidden)? from `,
    '\\bnot a word (?:of this |about this )?to ',
  ].map((cue): Cue => ({ sense: 'not', cue: new RegExp(cue, 'giu'), names: 'after' })),
  {
    sense: 'not',
    cue: /\b(?:must not|mustn['’]t|should not|shouldn['’]t|may not|can ?not|can['’]t|must never) (?:know|hear|learn|find out|be told)\b/giu,
    names: 'before',
  },
  ...[
    "\\b(?:this|that|it)(?: is|[’']s) (?:strictly |confidential,? )?only for ",
    '\\b(?:only tell|tell only) ',
    `\\b(?:${DO_NOT}tell any(?:one|body)|tell no(?:body| one)) (?:but|except) `,
  ].map((cue): Cue => ({ sense: 'only', cue: new RegExp(cue, 'giu'), names: 'after' })),
  {
    sense: 'only',
    cue: /(?:^|[(\[])(?:strictly |confidential(?:ly)?[:,]? )?only for /giu,
    names: 'after',
    then: /(?:\s?[:.)\]–—]|$)/y,
  },
  {
    sense: 'only',
    cue: /(?:^|[(\[]|\b(?:this|that|it) is )(?:strictly )?for /giu,
    names: 'after',
    then: /(?:['’]s?)? (?:eyes |ears )?only\b/y,
  },
  ...[
    `${START}${DO_NOT}tell (?:any(?:one|body)(?: else)?|a soul)(?! (?:but|except|other) )\\b`,
    '\\btell no(?:body| one)(?: else)?(?! (?:but|except|other) )\\b',
    `\\b(?:just |strictly |stays |this is |keep ${IT} )between (?:you and me|us)\\b`,
    `\\bkeep ${IT} to yourself\\b`,
  ].map((cue): Cue => ({ sense: 'only', cue: new RegExp(cue, 'giu'), names: null })),
];
const BETWEEN = /,? (?:and|or|nor) |, /;

/** Who may know a text, where it says so plainly, in English; undefined if it does not. Linear in its length. */
export function readAudience(text: string): Audience | undefined {
  const found = { not: new Set<string>(), only: new Set<string>() };
  let limited = false;
  for (const cue of CUES)
    for (const match of matchAll(text, cue.cue)) {
      const names = namesAt(text, match.index, match[0].length, cue);
      if (names === null) continue;
      limited ||= cue.sense === 'only';
      for (const name of names) found[cue.sense].add(name);
    }
  const not = [...found.not];
  if (!limited && not.length === 0) return undefined;
  return { ...(limited ? { only: [...found.only] } : {}), ...(not.length > 0 ? { not } : {}) };
}

/** The names of a cue; null if it has none where it needs them. */
function namesAt(
  text: string,
  at: number,
  length: number,
  { names, then }: Cue,
): readonly string[] | null {
  if (names === null) return [];
  if (names === 'before') {
    const before = NAMES_BEFORE.exec(text.slice(Math.max(0, at - MAX_BEFORE), at))?.[0];
    return before === undefined ? null : listed(before.trimEnd());
  }
  NAMES_HERE.lastIndex = at + length;
  const here = NAMES_HERE.exec(text)?.[0];
  if (here === undefined) return null;
  if (then !== undefined) {
    then.lastIndex = at + length + here.length;
    if (!then.test(text)) return null;
  }
  return listed(here);
}

const listed = (names: string): string[] =>
  names.split(BETWEEN).map((name) => name.replace(/(?:['’]s?)$/u, ''));
