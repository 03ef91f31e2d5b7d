import { BELONGINGS, PETS, RELATIVES } from '../names/possessions.js';
import type { Claim } from './claim.js';
import { assign, holds, isSo, stateClaim, word, type Statement } from './statement.js';
import { nounKey, numberValue, tells } from './values.js';

/** The claims of a verb's object about its subject; `text` is what follows the verb. */
export type ReadObject = (statement: Statement, text: string) => Claim[];

const COUNTED =
  /^(?:only |now |just |exactly )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ([\p{L}-]+)(?: of (\p{L}+))?(?: .*)?$/iu;
const OF_VALUE = /^(?:an?|the) ([\p{L} -]+?) of (.+)$/iu;

export const has: ReadObject = (statement, raw) => {
  const text = raw.replace(/^got /i, '');
  if (
    statement.past &&
    /^(?:the|her|our|my|their|a) (?:baby|twins)(?: (?:boy|girl|in|on|at|last|this|yesterday|today)\b.*)?$/i.test(
      text,
    )
  )
    return [delivered(statement)];
  if (/^no(?: \w+)? allerg(?:y|ies)\b|^any allerg/i.test(text))
    return [holds({ ...statement, negated: false }, 'allergies', word('none'))];
  const none = /^no (?:more )?([\p{L} -]+)$/iu.exec(text);
  if (none !== null) return owning({ ...statement, negated: true }, none[1] ?? '');
  const counted = COUNTED.exec(text);
  if (counted !== null && !statement.negated) {
    const value = numberValue(
      counted[3] === undefined ? (counted[1] ?? '') : `${counted[1]} ${counted[2]}`,
    );
    const noun = nounKey(counted[3] ?? counted[2] ?? '').replace(/^kid$/, 'child');
    if (
      value === null ||
      !tells(noun) ||
      /^(?:hour|day|week|month|year|minute|time|more|other|thing|question|idea|piece)$/.test(noun)
    )
      return [];
    return [holds(statement, `number of ${noun}`, value), ...owning(statement, noun)];
  }
  const of = OF_VALUE.exec(text);
  if (of !== null)
    return assign(
      {
        ...statement,
        subject: { kind: 'owned', owner: statement.subject, noun: (of[1] ?? '').toLowerCase() },
      },
      of[2] ?? '',
    );
  const one =
    /^(?:an?|any|our|my|his|her|their) ([\p{L} -]+?)(?: (?:called|named|with|from|in|at) .*)?$/iu.exec(
      text,
    );
  return one === null ? [] : owning(statement, one[1] ?? '');
};

/** Somebody who has had the baby is no longer pregnant. */
export function delivered(statement: Statement): Claim {
  return stateClaim(
    statement,
    { group: 'pregnancy', value: 'pregnant' },
    { past: false, change: true, negated: true },
  );
}

/** Only what people keep for long: animals, belongings, relatives. */
function owning(statement: Statement, noun: string): Claim[] {
  const key = nounKey(noun).replace(/^kid$/, 'child');
  const head = key.split(' ').at(-1) ?? '';
  const lasting =
    PETS.has(head) ||
    RELATIVES.has(head) ||
    (BELONGINGS.has(head) &&
      !/^(?:job|work|class|exam|story|game|project|trip|interview|deadline|paper|flight|plan|vacation|holiday|show|book|song|recipe|presentation|team|crew|birthday)$/.test(
        head,
      ));
  return lasting && !/^(?:new|good|great|bad|long|big) /.test(key)
    ? [isSo(statement, `has ${key}`)]
    : [];
}

export const gains: ReadObject = (statement, text) =>
  /^(?:an?|my|our) /i.test(text)
    ? owning(
        { ...statement, past: false, change: true },
        text.replace(/^(?:an?|my|our) (?:new |used |old )?/i, ''),
      )
    : [];
export const loses: ReadObject = (statement, text) =>
  /^(?:the|my|our|his|her|their) /i.test(text)
    ? owning(
        { ...statement, past: false, change: true, negated: true },
        text.replace(/^\w+ (?:old )?/i, ''),
      )
    : [];
