import type { Claim } from './claim.js';
import type { DayAhead } from './days-ahead.js';
import { readClaims } from './read-claims.js';
import { readForeignClaims } from './foreign-claims.js';
import { ReadText, type Readable } from '../read-text.js';
import { readingStep } from '../reading-step.js';

/**
 * The claims of a text in a language, by ISO 639 code: all of English, the commonest slots of German and
 * Spanish, nothing of others.
 */
export const readClaimsIn = readingStep(
  'claims',
  (): Claim[] => [],
  (language: string, text: Readable, days: readonly DayAhead[]) =>
    language === 'en'
      ? readClaims(text, days)
      : readForeignClaims(language, ReadText.of(text), days),
);
