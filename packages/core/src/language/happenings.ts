import { AGAIN, LASTING, PAST } from './past-forms.js';
import { instructionChance } from './standing-instruction.js';
import { readIntention } from './intention.js';
import { tellsPreference } from './preference.js';
import { isRequest } from './request.js';
import { hasCue } from './speech.js';

/** What a text is about stands at its start; no more of it is read. */
const LOOKED_AT = 600;
const SURE_INSTRUCTION = 0.5;

/**
 * Whether a text reports something that happened and may happen again, as "the server crashed" does, and
 * not something that lasts. `claimed`: whether it states what holds, as "I moved to Ghent" does; then it is
 * such a report only if its own words say that it happened once more. By the forms of verbs; a language
 * without a table is read by its words for "again" alone. Linear in the text's length.
 */
export function reportsHappening(
  text: string,
  language: string,
  { claimed }: { readonly claimed: boolean },
): boolean {
  const told = text.slice(0, LOOKED_AT);
  if (isNoReport(told)) return false;
  if (AGAIN.test(told)) return true;
  if (claimed || LASTING.test(told)) return false;
  return (PAST[language] ?? []).some((forms) => forms.every((form) => form.test(told)));
}

/** A question, a wish, a rule or small talk. */
function isNoReport(text: string): boolean {
  return (
    /[?？؟]\s*$/u.test(text) ||
    hasCue(text, 'smallTalk') ||
    tellsPreference(text) ||
    isRequest(text) ||
    readIntention(text) !== null ||
    instructionChance(text) > SURE_INSTRUCTION
  );
}
