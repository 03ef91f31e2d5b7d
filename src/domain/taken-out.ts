import { PERSONAL_KINDS, type PersonalGroup, type PersonalKind } from './personal-kinds.js';
import {
  PRIVACY_LEVELS,
  redactionsInWords,
  type PrivacyLevel,
  type RedactionCounts,
} from './privacy.js';

/** The highest level that keeps values of a group. */
const KEEPING: Readonly<Record<PersonalGroup, PrivacyLevel>> = {
  secret: 'off',
  contact: 'secrets',
  identity: 'standard',
};

/**
 * In one line what was removed, by kind and number, and what it would take to keep the like; never a value. Empty
 * if nothing was. `sealed`: values that a token stands for.
 */
export function takenOut(redacted: RedactionCounts, sealed = false): string {
  const kinds = redactionsInWords(redacted);
  if (kinds === '') return '';
  if (sealed) return `taken out: ${kinds}; tokens stand for the values, mneme reveal restores them`;
  const levels = Object.keys(redacted).map(
    (kind) => KEEPING[PERSONAL_KINDS[kind as PersonalKind] ?? 'secret'],
  );
  const level = PRIVACY_LEVELS.find((each) => levels.includes(each)) ?? 'off';
  return `taken out: ${kinds}; to keep the like from now on: mneme bank configure --privacy ${level}`;
}
