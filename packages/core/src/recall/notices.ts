import { isTermKnown } from '../indexes/known-words.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Delivered, LeftOut } from './deliver.js';
import type { Chosen } from './recall-context.js';
import { whyNone } from './why-none.js';

/** “a, b, or c”. */
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

const digitsOf = (word: string): string | null =>
  /\p{N}/u.test(word) ? word.replaceAll(/\P{N}/gu, '') : null;

/** Whether the bank has the figure of a word in another writing: "KL 1613" for "KL1613", "1,200" for "1200". */
function isWrittenOtherwise(word: string, known: readonly string[]): boolean {
  const own = digitsOf(word);
  return own !== null && known.some((figure) => figure.includes(own) || own.includes(figure));
}

export function notices(
  profile: ParsedProfile,
  { empty, understanding, input, faults }: Chosen,
  { leftOut, ids }: Delivered,
): string[] {
  const left = (because: LeftOut['because']): number =>
    leftOut.filter((each) => each.because === because).length;
  const [overBudget, repeats] = [left('over_budget'), left('repeats')];
  const doubtful = ids.filter((id) => input.feedback.wantsReview(id));
  const figures = understanding.terms.flatMap(({ number, term }) =>
    number < 0 ? [] : (digitsOf(term) ?? []),
  );
  const unknown = understanding.terms
    .filter(
      ({ number, word }) =>
        (number < 0 || (profile.asOf === undefined && !isTermKnown(input.index, number))) &&
        !isWrittenOtherwise(word, figures),
    )
    .map(({ word }) => `“${word}”`);
  return [
    understanding.readings.length > 0
      ? `Read ${understanding.readings.map(({ typed, as }) => `“${typed}” as “${as}”`).join(', ')}.`
      : '',
    empty ? whyNone(profile, input.index) : '',
    !empty && profile.image !== undefined && input.index.pictures.size === 0
      ? 'No memory of the bank has a picture.'
      : '',
    !empty && unknown.length > 0
      ? `No memory has the ${unknown.length === 1 ? 'word' : 'words'} ${OR.format(unknown)}.`
      : '',
    overBudget > 0
      ? `${overBudget === 1 ? '1 result' : `${overBudget} results`} did not fit into ${profile.tokenBudget} tokens.`
      : '',
    repeats > 0
      ? `${repeats === 1 ? '1 result that repeats another was' : `${repeats} results that repeat others were`} left out to spare the budget.`
      : '',
    doubtful.length > 0 ? `Said to be wrong, and not reviewed yet: ${doubtful.join(', ')}.` : '',
    ...faults,
  ].filter((notice) => notice !== '');
}
