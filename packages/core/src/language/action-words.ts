import { identifierParts } from './terms.js';

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
