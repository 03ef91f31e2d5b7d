import type { PersonalKind, PrivacyLevel, RedactionCounts } from '../../domain/privacy.js';
import { findPersonal } from './redact.js';

/** Text, numbers and their containers; anything else is unchanged. */
type Json = unknown;

/** One value to remove. */
export interface RemovedValue {
  readonly kind: PersonalKind;
  readonly value: string;
}

/** The replacement of a value. */
export type Mark = (taken: RemovedValue) => string;

/** How many values of each kind. */
export function countsOf(taken: readonly RemovedValue[]): RedactionCounts {
  const counts: Record<string, number> = {};
  for (const { kind } of taken) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Every value that a level removes from the texts in a structure, in order. */
export function personalValuesIn(value: Json, level: PrivacyLevel): RemovedValue[] {
  const taken: RemovedValue[] = [];
  replaceIn(value, level, (each) => {
    taken.push(each);
    return '';
  });
  return taken;
}

/**
 * The structure with each value replaced by its mark, in texts, field names and long numbers. The field name counts
 * as a cue: a value under "password" is a password.
 */
export function replaceIn<T>(value: T, level: PrivacyLevel, mark: Mark): T {
  return level === 'off' ? value : (walk(value, level, mark, '') as T);
}

/** Minimum length of a repeated value: a shorter one would match other words. */
const SHORTEST_REPEATED = 3;

/** The occurrences of these values in a structure's texts, each as a whole word. */
export function repeatedIn(value: Json, taken: readonly RemovedValue[]): RemovedValue[] {
  const found: RemovedValue[] = [];
  withoutRepeated(value, taken, (each) => {
    found.push(each);
    return '';
  });
  return found;
}

/** The structure with these values replaced by their marks, wherever its texts have them as whole words. */
export function withoutRepeated<T>(value: T, taken: readonly RemovedValue[], mark: Mark): T {
  const long = taken.filter((each) => each.value.length >= SHORTEST_REPEATED);
  const replace = (each: Json): Json =>
    typeof each === 'string'
      ? long.reduce((text, one) => withoutOne(text, one, mark), each)
      : Array.isArray(each)
        ? each.map(replace)
        : typeof each === 'object' && each !== null
          ? Object.fromEntries(Object.entries(each).map(([key, part]) => [key, replace(part)]))
          : each;
  return long.length === 0 ? value : (replace(value) as T);
}

const WORD = /[\p{L}\p{N}]/u;

function withoutOne(text: string, taken: RemovedValue, mark: Mark): string {
  const { length } = taken.value;
  let kept = '';
  let at = 0;
  for (
    let found = text.indexOf(taken.value);
    found >= 0;
    found = text.indexOf(taken.value, found + length)
  ) {
    if (WORD.test(text.charAt(found - 1)) || WORD.test(text.charAt(found + length))) continue;
    kept += text.slice(at, found) + mark(taken);
    at = found + length;
  }
  return kept + text.slice(at);
}

function walk(value: Json, level: PrivacyLevel, mark: Mark, name: string): Json {
  if (typeof value === 'string') return replaceText(value, level, mark, name);
  if (typeof value === 'number' && Math.abs(value) >= 1e6) {
    const text = replaceText(String(value), level, mark, name);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((each) => walk(each, level, mark, name));
  // A date, a byte array or another object of its own class contains no words.
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

/**
 * Tags, field names and names of people, which need no scan: too short for a key, and without a character of a
 * number, an address or a password.
 */
const PLAIN = /^[A-Za-z ]*$/;
const LONGEST_PLAIN = 11;

function replaceText(text: string, level: PrivacyLevel, mark: Mark, name: string): string {
  if (level !== 'strict' && text.length <= LONGEST_PLAIN && PLAIN.test(text)) return text;
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
