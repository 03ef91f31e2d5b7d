import { boundedIn, occurrenceIn } from '../domain/occurrence.js';
import { MnemeError } from '../domain/errors.js';
import { parseInput } from '../domain/parse-input.js';
import { RecallProfile, type GivenProfile, type ParsedProfile } from '../domain/profile.js';
import type { OffsetAt } from '../domain/time.js';

/** Number of cached profiles. */
const CAPACITY = 500;

const READ = new Map<string, GivenProfile>();

/**
 * The profile of a recall. Cached by input: validating some forty fields takes longer than a cache hit for
 * the answer. Throws `invalid_input`.
 */
export function readProfile(raw: unknown): GivenProfile {
  const given = flatText(raw);
  const known = given === null ? undefined : READ.get(given);
  if (known !== undefined) return known;
  const profile = Object.freeze(parseInput(RecallProfile, raw, 'profile'));
  if (given === null) return profile;
  if (READ.size >= CAPACITY) READ.clear();
  READ.set(given, profile);
  return profile;
}

/**
 * The input as a cache key; null unless it is a plain object of strings, numbers and booleans, because only
 * those are equal when their texts are.
 */
function flatText(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return null;
  const fields = Object.entries(raw);
  return fields.every(
    ([, value]) =>
      typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  )
    ? JSON.stringify(fields)
    : null;
}

/** A profile with its bounds as moments of that clock. Throws `invalid_input` where the end is not after the start. */
export function boundedProfile(given: GivenProfile, offset: OffsetAt): ParsedProfile {
  const occurred = occurrenceIn(given, offset);
  if (occurred === undefined) return boundedIn(given, offset);
  const { from = -Infinity, to = Infinity } = occurred;
  if (from >= to)
    throw new MnemeError('invalid_input', 'profile.to: to must be after from.', {
      field: 'profile.to',
      value: given.to,
      hint: 'Give the earlier moment as from; from and to may be one day.',
    });
  return { ...boundedIn(given, offset), occurred: { ...occurred, retold: true } };
}

/** The profile of a question that names no day. Throws `invalid_input`. */
export function profileOf(raw: unknown, path: string): ParsedProfile {
  return boundedProfile(parseInput(RecallProfile, raw, path), () => 0);
}
