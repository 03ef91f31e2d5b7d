import type { Instant } from '../../domain/time.js';
import type { Claim, ClaimSubject } from './claim.js';
import { ends, holds, type Statement } from './statement.js';
import type { ReadObject } from './having.js';
import type { ReadText } from '../read-text.js';
import { isPerson, nounPhrase } from './subjects.js';
import { nameValue } from './values.js';

const DAY =
  /^(?:(?:[Tt]oday |[Tt]omorrow |[Yy]esterday )?(?:is|was) )?(?:([Mm]y|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}[\p{L}-]+'s) )?(?:very )?([Ff]irst|[Ll]ast|[Ff]inal) (?:day|week|shift)(?: of work)? (?:at|with) (?:the )?(\p{Lu}[\p{L}\d&.'-]*(?: \p{Lu}[\p{L}\d&.'-]*){0,3})/u;

/**
 * "First day at Zonnehart was great", "my last day at Bolwerk": where somebody works from then on, or no
 * longer works. A last day without a date has passed.
 */
export function firstAndLastDays(text: ReadText, from?: Instant): Claim[] {
  const match = text.exec(DAY);
  const employer = match === null ? null : nameValue(match[3] ?? '');
  const subject = match === null ? null : whose(match[1]);
  if (match === null || employer === null || subject === null) return [];
  const statement: Statement = {
    subject,
    negated: false,
    past: false,
    change: true,
    scope: [],
    ...(from !== undefined && { from }),
  };
  return /^first$/i.test(match[2] ?? '')
    ? [holds(statement, 'works at', employer)]
    : [ends(statement, employer, null)];
}

/** For others only by their name: "his first day" may be anybody's. */
function whose(word: string | undefined): ClaimSubject | null {
  if (word === undefined || /^my$/i.test(word)) return { kind: 'speaker' };
  return /'s$/.test(word) ? (nounPhrase(word.slice(0, -2))?.subject ?? null) : null;
}

export const joins: ReadObject = (statement, text) => {
  const value = /^\p{Lu}/u.test(text)
    ? nameValue(text.replace(/ (?:as|in|on|last|this) .*$/, ''))
    : null;
  return value === null ? [] : [holds(statement, 'works at', value, { past: false, change: true })];
};

/**
 * "signed with Zonnehart", "accepted an offer from Acme": the job begins later, on a day that may be stated
 * with it.
 */
export const signs: ReadObject = (statement, text) => {
  const match =
    /^(?:on )?(?:(?:the|an?|my) (?:\w+ )?(?:contract|offer|job) )?(?:with|from|at) (.+)$/i.exec(
      text,
    );
  const employer = /^\p{Lu}/u.test(match?.[1] ?? '')
    ? nameValue((match?.[1] ?? '').replace(/ (?:as|in|on|last|this) .*$/, ''))
    : null;
  return employer === null || !isPerson(statement.subject)
    ? []
    : [
        {
          ...holds(statement, 'works at', employer, { past: false, change: true }),
          mode: 'planned',
        },
      ];
};
