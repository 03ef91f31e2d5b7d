import type { CodeMatch } from './code-match.js';
import { ROLES, FIELD_WEIGHTS, NAME, SUMMARY } from './function-words.js';

const K1 = 1.2;
const B = 0.75;
/** How strongly a field's length counts when fields are added up. */
const FIELD_B = 0.6;
/** The weighted frequency at which the saturation reaches one half. */
const HALF = 2;
const SYNONYM_SHARE = 0.25;

/** Field statistics of one function; `usualLengths` is the mean number of words per role. */
export function readFields(
  { question: { words, total }, own, alike, touched, function: { lengths } }: CodeMatch,
  usualLengths: Float64Array,
): readonly number[] {
  const fields = new Float64Array(ROLES);
  let [all, withAlike, body, told] = [0, 0, 0, 0];
  for (const at of touched) {
    const weight = words[at]?.weight ?? 0;
    let [tells, inBody, same] = [0, 0, 0];
    for (let role = 0; role < ROLES; role++) {
      const frequency = own[at * ROLES + role] ?? 0;
      const synonyms = alike[at * ROLES + role] ?? 0;
      if (frequency === 0 && synonyms === 0) continue;
      const share = (lengths[role] ?? 0) / (usualLengths[role] ?? 1);
      const worth = (FIELD_WEIGHTS[role] ?? 0) / (1 - FIELD_B + FIELD_B * share);
      same += SYNONYM_SHARE * worth * Math.min(2, synonyms);
      if (frequency === 0) continue;
      fields[role] =
        (fields[role] ?? 0) + (weight * frequency) / (frequency + K1 * (1 - B + B * share)) / total;
      if (role === NAME || role === SUMMARY) tells += worth * frequency;
      else inBody += worth * frequency;
    }
    all += weight * damped(tells + inBody);
    withAlike += weight * damped(tells + inBody + same);
    body += weight * damped(inBody);
    told += weight * damped(tells);
  }
  return [...fields, all / total, withAlike / total, body / total, told / total];
}

const damped = (frequency: number): number => frequency / (frequency + HALF);
