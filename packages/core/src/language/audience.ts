import type { Audience } from '../domain/audience.js';
import { matchAll } from './pattern-matching.js';

const WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’-]{0,40}`;
const NAME = `${WORD}(?: ${WORD}){0,3}`;
/** Names whose words begin in capitals; after a comma there is another one only where an "and" follows. */
const NAMES = `${NAME}(?:(?:, ${NAME}){0,8},? (?:and|or|nor) ${NAME})?`;
const NAMES_HERE = new RegExp(NAMES, 'uy');
const NAMES_BEFORE = new RegExp(`(?<![\\p{L}'’-])${NAMES} $`, 'u');
/** Begins a sentence in a capital, and names nobody. */
const PRONOUN = /^(?:he|she|they|we|you|it|i|one|this|that)$/iu;
/** The part of a text before a cue that may have names. */
const MAX_BEFORE = 200;
const BETWEEN = /,? (?:and|or|nor) |, /;

const START = String.raw`(?:^|[.!?;:,(–—-]\s?|\b(?:please|but|and|so|just) )`;
const DO_NOT = String.raw`(?:don['’]?t|do not|never) (?:ever )?`;
const IT = '(?:this|that|it|any of (?:this|that|it)|anything)';
const NOBODY = String.raw`(?:any(?:one|body)(?: else)?|a soul)`;
const BUT = '(?! (?:but|except|other) )\\b';

/** Plain ways to say who may know a text: the cue, where the names are, and what must follow them. */
const CUES: readonly {
  readonly sense: 'not' | 'only';
  /** `none` admits nobody but the owner. */
  readonly names: 'after' | 'before' | 'none';
  readonly cue: string;
  readonly then?: RegExp;
}[] = [
  { sense: 'not', names: 'after', cue: `${START}${DO_NOT}(?:tell|inform|let) ` },
  {
    ...{ sense: 'not', names: 'after' },
    cue: `${START}${DO_NOT}(?:mention|say|show|share|reveal|send|give|pass|repeat|disclose) (?:${IT} )?(?:on )?(?:to|with) `,
  },
  { sense: 'not', names: 'after', cue: `\\b(?:keep|hide) ${IT}(?: secret| away| hidden)? from ` },
  { sense: 'not', names: 'after', cue: '\\bnot a word (?:of this |about this )?to ' },
  {
    ...{ sense: 'not', names: 'before' },
    cue: "\\b(?:(?:must|should|may|can) ?not|(?:must|should|can)n?['’]t|must never) (?:know|hear|learn|find out|be told)\\b",
  },
  {
    ...{ sense: 'only', names: 'after' },
    cue: "\\b(?:(?:this|that|it)(?: is|['’]s) (?:strictly |confidential,? )?only for|only tell|tell only) ",
  },
  {
    ...{ sense: 'only', names: 'after' },
    cue: `\\b(?:${DO_NOT}tell any(?:one|body)|tell no(?:body| one)) (?:but|except) `,
  },
  {
    ...{ sense: 'only', names: 'after' },
    cue: String.raw`(?:^|[(\[])(?:strictly |confidential(?:ly)?[:,]? )?only for `,
    then: /(?:\s?[:.)\]–—]|$)/y,
  },
  {
    ...{ sense: 'only', names: 'after' },
    cue: String.raw`(?:^|[(\[]|\b(?:this|that|it) is )(?:strictly )?for `,
    then: /(?:['’]s?)? (?:eyes |ears )?only\b/y,
  },
  {
    ...{ sense: 'only', names: 'none' },
    cue: `(?:${START}${DO_NOT}tell ${NOBODY}|\\btell no(?:body| one)(?: else)?)${BUT}`,
  },
  {
    ...{ sense: 'only', names: 'none' },
    cue: `\\b(?:(?:just |strictly |stays |this is |keep ${IT} )between (?:you and me|us)|keep ${IT} to yourself)\\b`,
  },
];
const FORMS = CUES.map((each) => ({ ...each, form: new RegExp(each.cue, 'giu') }));

/** Who may know a text, where it says so plainly, in English; undefined if it does not. Linear in its length. */
export function readAudience(text: string): Audience | undefined {
  const found = { not: new Set<string>(), only: new Set<string>() };
  let limited = false;
  for (const form of FORMS)
    for (const match of matchAll(text, form.form)) {
      const names = namesAt(text, match.index, match.index + match[0].length, form);
      limited ||= names !== null && form.sense === 'only';
      for (const name of names?.split(BETWEEN) ?? [])
        if (name !== '' && !PRONOUN.test(name)) found[form.sense].add(name.replace(/['’]s?$/u, ''));
    }
  const not = [...found.not];
  if (!limited && not.length === 0) return undefined;
  return { ...(limited ? { only: [...found.only] } : {}), ...(not.length > 0 ? { not } : {}) };
}

/** The names of a cue from `from` to `end`; null if it has none where it needs them. */
function namesAt(
  text: string,
  from: number,
  end: number,
  { names, then }: (typeof CUES)[number],
): string | null {
  if (names === 'none') return '';
  if (names === 'before')
    return (
      NAMES_BEFORE.exec(text.slice(Math.max(0, from - MAX_BEFORE), from))?.[0].trimEnd() ?? null
    );
  NAMES_HERE.lastIndex = end;
  const here = NAMES_HERE.exec(text)?.[0] ?? null;
  if (then === undefined || here === null) return here;
  then.lastIndex = end + here.length;
  return then.test(text) ? here : null;
}
