import { parseInput } from '../domain/parse-input.js';
import { RecallProfile, type ParsedProfile } from '../domain/profile.js';

/** So many profiles are known by what was given. */
const CAPACITY = 500;

const READ = new Map<string, ParsedProfile>();

/**
 * The profile of a recall. One that was given before is not read again: checking some forty fields takes longer than finding an
 * answer in the cache. Throws `invalid_input`.
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

/** What was given as a text; null for all but plain objects of texts, numbers and truth values, which alone are the same when their texts are. */
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
