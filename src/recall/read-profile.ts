import { parseInput } from '../domain/parse-input.js';
import { RecallProfile, type ParsedProfile } from '../domain/profile.js';

/** Number of cached profiles. */
const CAPACITY = 500;

const READ = new Map<string, ParsedProfile>();

/**
 * The profile of a recall. Cached by input: validating some forty fields takes longer than a cache hit for
 * the answer. Throws `invalid_input`.
 */
export function readProfile(raw: unknown): ParsedProfile {
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
