import type { Claim } from './claim.js';
import type { DayAhead } from './days-ahead.js';
import { readClaims } from './read-claims.js';
import { readForeignClaims } from './foreign-claims.js';

/** The claims of a text in a language, as an ISO 639 code: English whole, of German and Spanish the commonest slots, of others none. */
export function readClaimsIn(language: string, text: string, days: readonly DayAhead[]): Claim[] {
  return language === 'en' ? readClaims(text, days) : readForeignClaims(language, text, days);
}
