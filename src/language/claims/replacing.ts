import type { Claim } from './claim.js';
import type { ReadObject } from './having.js';
import { ends, holds, termValue, word, type Statement } from './statement.js';
import { nounPhrase } from './subjects.js';
import { nameValue, nounKey, tells } from './values.js';

/** "from X to Y", "to Y": whichever slot X filled. */
export const switches: ReadObject = (statement, text) => {
  const match = /^(?:over |back )?(?:from (.+?) )?to (.+)$/i.exec(text);
  if (match?.[2] === undefined) return carriedOver(statement, text);
  if (match[1] !== undefined) return replaced(statement, match[1], match[2]);
  const key = nounKey(match[2]);
  return tells(key) && /^\p{Ll}/u.test(match[2]) ? [holds(statement, 'studies', word(key), { past: false, change: true })] : [];
};

/** "migrated the billing service to MySQL". */
function carriedOver(statement: Statement, text: string): Claim[] {
  const match = /^(?:the|our|my) (.+?)(?: (?:from|off) (.+?))? (?:over )?(?:on)?to (.+)$/i.exec(text);
  const [what, value] = match === null ? ['', null] : [nounKey(match[1] ?? ''), nameValue(match[3] ?? '')];
  if (!tells(what) || value === null) return [];
  return [holds(statement, `uses for ${what}`, value, { past: false, change: true }), ...(match?.[2] === undefined ? [] : replaced(statement, match[2], match[3] ?? ''))];
}

export function replaced(statement: Statement, from: string, to: string): Claim[] {
  const [old, next] = [termValue(from.replace(/^(?:the|a|an) /, '')), termValue(to.replace(/^(?:the|a|an) /, '').replace(/ (?:now|instead|these days)$/i, ''))];
  return old === null ? [] : [ends(statement, old, next)];
}

/** "Y replaced X as manager", "took over from X as manager". */
export const replaces: ReadObject = (statement, text) => {
  const match = /^(?:over )?(?:from )?(.+?)(?: as (?:the |our |my )?(.+))?$/i.exec(text);
  const who = statement.subject.kind === 'name' ? nameValue(statement.subject.name) : null;
  const role = match?.[2] === undefined ? null : nounPhrase(`the ${match[2]}`);
  if (who !== null && role !== null) return [holds(statement, 'is', who, { subject: role.subject, past: false, change: true })];
  return [];
};

/** "traded the bike for a scooter". */
export const trades: ReadObject = (statement, text) => {
  const match = /^(?:in )?(?:the |my |our |his |her |their )?(.+?) (?:for|with) (.+)$/i.exec(text);
  return match === null ? [] : replaced(statement, match[1] ?? '', match[2] ?? '');
};
