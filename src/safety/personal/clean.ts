import type { PrivacyLevel } from '../../domain/privacy.js';
import { findPersonal } from './redact.js';
import type { PersonalKind } from './kinds.js';

/** Text, numbers and what holds them; all else stays as it is. */
type Json = unknown;

/** One value that has to go. */
export interface Taken {
  readonly kind: PersonalKind;
  readonly value: string;
}

/** What stands in the place of a value. */
export type Mark = (taken: Taken) => string;

/** Every value that a level takes out of the texts in a structure, in order. */
export function takenFrom(value: Json, level: PrivacyLevel): Taken[] {
  const taken: Taken[] = [];
  replaceIn(value, level, (each) => {
    taken.push(each);
    return '';
  });
  return taken;
}

/**
 * The structure with each value replaced by its mark, in texts, names of fields and long numbers. The name of a field speaks for its
 * value: under "password" stands a password.
 */
export function replaceIn<T>(value: T, level: PrivacyLevel, mark: Mark): T {
  return level === 'off' ? value : (walk(value, level, mark, '') as T);
}

function walk(value: Json, level: PrivacyLevel, mark: Mark, name: string): Json {
  if (typeof value === 'string') return replaceText(value, level, mark, name);
  if (typeof value === 'number' && Math.abs(value) >= 1e6) {
    const text = replaceText(String(value), level, mark, name);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((each) => walk(each, level, mark, name));
  // A date, a set of bytes or another thing of its own kind holds no words.
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      replaceText(key, level, mark, ''),
      walk(each, level, mark, key),
    ]),
  );
}

/** Tags, names of fields and of people: too short for a key, without a sign of a number, an address or a password. */
const PLAIN = /^[A-Za-z ]{0,11}$/;

function replaceText(text: string, level: PrivacyLevel, mark: Mark, name: string): string {
  if (level !== 'strict' && PLAIN.test(text)) return text;
  const lead = name === '' ? '' : `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')}: `;
  let kept = '';
  let at = lead.length;
  const whole = lead + text;
  for (const { kind, from, to } of findPersonal(whole, level)) {
    if (to <= lead.length) continue;
    const begin = Math.max(from, lead.length);
    kept += whole.slice(at, begin) + mark({ kind, value: whole.slice(begin, to) });
    at = to;
  }
  return kept + whole.slice(at);
}
