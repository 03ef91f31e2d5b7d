import type { ConditionState } from '../domain/strategy.js';
import type { Stemmer } from './stem.js';
import { contentTerms, identifierParts } from './terms.js';

/**
 * The purpose of an action, derived from its verb: look something up, ask, tell, think or compute, or change
 * something.
 */
export type ActionSort = 'look' | 'ask' | 'tell' | 'think' | 'deed';

const VERBS: Readonly<Record<Exclude<ActionSort, 'deed'>, readonly string[]>> = {
  look: 'get search list find read look fetch check view show query lookup inspect browse open scan retrieve load describe grep cat ls select verify'.split(
    ' ',
  ),
  ask: ['ask', 'confirm', 'request', 'clarify', 'prompt'],
  tell: [
    'tell',
    'reply',
    'respond',
    'say',
    'answer',
    'message',
    'explain',
    'report',
    'inform',
    'finish',
    'stop',
  ],
  think: [
    'think',
    'thought',
    'reason',
    'reflect',
    'plan',
    'note',
    'calculate',
    'compute',
    'reckon',
    'estimate',
    'count',
  ],
};

const BARE: Readonly<Record<string, string>> = {
  calculate: 'work out the figures',
  compute: 'work out the figures',
  think: 'think it through',
  tell: 'answer',
  ask: 'ask',
  confirm: 'ask for a clear yes',
  submit: 'submit',
};

const PLURAL_AFTER = new Set(['search', 'list', 'find', 'browse']);
const DETERMINED = new Set([
  'by',
  'at',
  'as',
  'of',
  'into',
  'over',
  'under',
  'without',
  'via',
  'through',
  'all',
  'every',
  'each',
  'the',
  'a',
  'an',
  'to',
  'with',
  'for',
  'from',
  'on',
  'in',
  'up',
  'out',
  'my',
  'any',
  'next',
  'back',
  'off',
]);
const MASS = new Set([
  'details',
  'baggages',
  'information',
  'status',
  'info',
  'flights',
  'passengers',
]);

export function wordsOfAction(action: string): string[] {
  const name = action.trim();
  return /^[\w.:/-]+$/.test(name)
    ? identifierParts(name.replaceAll(/[.:/-]+/g, '_'))
    : name.toLowerCase().split(/\s+/);
}

export function sortOfAction(action: string): ActionSort {
  const [verb = ''] = wordsOfAction(action);
  for (const sort of ['look', 'ask', 'tell', 'think'] as const)
    if (VERBS[sort].includes(verb)) return sort;
  return 'deed';
}

/** The action in words for a user: `get_user_details` → “get the user details”. */
export function actionPhrase(action: string): string {
  const parts = wordsOfAction(action);
  const [verb = action, ...rest] = parts;
  if (rest.length === 0) return BARE[verb] ?? verb;
  const last = rest.at(-1) ?? '';
  const object =
    PLURAL_AFTER.has(verb) && !/s$/.test(last) ? [...rest.slice(0, -1), plural(last)] : rest;
  const determined =
    DETERMINED.has(rest[0] ?? '') ||
    (PLURAL_AFTER.has(verb) && !MASS.has(last)) ||
    / /.test(action.trim());
  return `${verb} ${determined ? '' : 'the '}${object.join(' ')}`;
}

function plural(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const DOUBLING = new Set([
  'transfer',
  'refer',
  'defer',
  'get',
  'put',
  'set',
  'stop',
  'ship',
  'cut',
  'run',
  'plan',
  'submit',
  'commit',
  'drop',
  'tag',
  'log',
  'scan',
  'swap',
  'trim',
  'split',
  'hit',
]);

/** "book the reservation" → “booking the reservation”. */
export function gerund(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  const stem = DOUBLING.has(verb)
    ? `${verb}${verb.at(-1) ?? ''}`
    : /[^eoy]e$/.test(verb)
      ? verb.slice(0, -1)
      : verb;
  return [`${stem}ing`, ...rest].join(' ');
}

/** “get the user details, search direct flights, and then work out the figures”. */
export function inOrder(actions: readonly string[]): string {
  const phrases = actions.map(actionPhrase);
  if (phrases.length <= 1) return phrases[0] ?? '';
  if (phrases.length === 2) return `${phrases[0] ?? ''}, then ${phrases[1] ?? ''}`;
  return `${phrases.slice(0, -1).join(', ')}, and then ${phrases.at(-1) ?? ''}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A fact to compare conditions with. */
export interface GivenFact {
  readonly text: string;
  /** 0..1. */
  readonly confidence: number;
}

export interface ConditionCheck {
  readonly condition: string;
  readonly state: ConditionState;
  /** Confidence of the deciding fact; 0.5 if none decided. */
  readonly confidence: number;
  /** The deciding fact. */
  readonly fact: string | null;
}

const NEGATED =
  /\b(?:not|no|never|none|without|cannot|can't|isn't|aren't|wasn't|weren't|doesn't|don't|didn't|won't|hasn't|haven't|lacks?|missing|unavailable|disabled)\b/iu;
const EVERY_NEGATED = new RegExp(NEGATED.source, 'giu');
const KEYED = /^([^:=]{1,60}?)\s*[:=]\s*(\S.*)$/u;
/** Words that negate a state, in pairs. */
const OPPOSITES = new Map(
  [
    ['on', 'off'],
    ['open', 'closed'],
    ['enabled', 'disabled'],
    ['available', 'unavailable'],
    ['full', 'empty'],
    ['valid', 'invalid'],
    ['online', 'offline'],
    ['public', 'private'],
    ['active', 'inactive'],
    ['locked', 'unlocked'],
    ['up', 'down'],
    ['true', 'false'],
    ['known', 'unknown'],
    ['complete', 'incomplete'],
    ['present', 'absent'],
    ['paid', 'unpaid'],
    ['high', 'low'],
  ].flatMap(
    ([one = '', other = '']) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
);
/** A fact must cover at least this share of the condition to decide. */
const COVERED = 0.99;

/**
 * Compares each condition with the facts: met, violated, or unknown if no fact mentions it. The most confident fact
 * that mentions it decides.
 */
export function checkConditions(
  conditions: readonly string[],
  facts: readonly GivenFact[],
  stemmer: Stemmer,
): ConditionCheck[] {
  // Fast path: most strategies have no conditions, and parsing the facts is nearly all of the work.
  if (conditions.length === 0) return [];
  const read = facts.map((fact) => ({ ...fact, ...readStatement(fact.text, stemmer) }));
  return conditions.map((condition) => {
    const wanted = readStatement(condition, stemmer);
    const speaking = read.flatMap((fact) => {
      const state = compare(wanted, fact);
      return state === 'unknown'
        ? []
        : [{ condition, state, confidence: fact.confidence, fact: fact.text }];
    });
    const [surest] = speaking.sort((a, b) => b.confidence - a.confidence);
    return surest ?? { condition, state: 'unknown', confidence: 0.5, fact: null };
  });
}

interface Statement {
  readonly key: string;
  readonly value: string;
  readonly terms: ReadonlySet<string>;
  readonly opposites: ReadonlySet<string>;
  readonly negated: boolean;
}

function readStatement(text: string, stemmer: Stemmer): Statement {
  const bare = text.trim().replace(/^not\s+/iu, '');
  const turned = bare.length < text.trim().length;
  const keyed = KEYED.exec(bare);
  const plain = bare.replaceAll(EVERY_NEGATED, (word) =>
    OPPOSITES.has(word.toLowerCase()) ? word : ' ',
  );
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    key: keyed?.[1]?.toLowerCase() ?? '',
    value: keyed?.[2]?.toLowerCase().trim() ?? '',
    terms: new Set(
      contentTerms(plain, 'en', stemmer).concat(
        words.filter((word) => OPPOSITES.has(word)).map((word) => stemmer(word, 'en')),
      ),
    ),
    opposites: new Set(
      words.flatMap((word) =>
        OPPOSITES.has(word) ? [stemmer(OPPOSITES.get(word) ?? '', 'en')] : [],
      ),
    ),
    negated: turned !== NEGATED.test(bare.replaceAll(/\b(?:unavailable|disabled)\b/giu, '')),
  };
}

function compare(wanted: Statement, fact: Statement): ConditionState {
  if (wanted.key !== '' && wanted.key === fact.key) {
    return (wanted.value === fact.value) === (wanted.negated === fact.negated) ? 'met' : 'violated';
  }
  if (wanted.terms.size === 0) return 'unknown';
  let held = 0;
  let turned = 0;
  for (const term of wanted.terms) {
    if (fact.terms.has(term)) held++;
    else if (fact.opposites.has(term)) turned++;
  }
  if ((held + turned) / wanted.terms.size < COVERED) return 'unknown';
  return (turned % 2 === 1) === (wanted.negated === fact.negated) ? 'violated' : 'met';
}

const CUES =
  'if|when|whenever|unless|once|as long as|provided(?: that)?|in case|as soon as|depending on|depends on|wenn|falls|sofern|si|cuando';
/** A condition that opens a sentence ends at the first comma; one that closes it, at the end. */
const OPENING = new RegExp(`^(?:(?:${CUES}) )([^,]{3,160}),`, 'iu');
const CLOSING =
  /(?:^|[\s,])(?:if|when|whenever|unless|once|as long as|provided|in case|as soon as|depending on|depends on|wenn|falls|sofern) ([^,.;:!?]{3,160})/iu;

/** The condition under which a statement says it holds; null if it names none. */
export function conditionOf(text: string): string | null {
  const found = OPENING.exec(text)?.[1] ?? CLOSING.exec(text)?.[1];
  return found?.trim() ?? null;
}
