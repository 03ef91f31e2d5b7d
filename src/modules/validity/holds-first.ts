import type { Ordered } from '../../kernel/module.js';
import { acceptorOf } from '../../recall/rank-candidates.js';
import type { Ranked } from '../../recall/ranking/ranked.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';
import { orderByValidity } from './order-by-validity.js';
import { readAskedValidity } from './read-validity.js';

/** Of the values that one slot has had, the one asked for comes first; a picture asks for none. */
export async function holdsFirst(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<Ordered<Ranked>> {
  const validity = await readAskedValidity(results, context);
  if (validity === null) return { results };
  const { understanding, profile, now, state } = context;
  if (understanding.query === '') return { results, validity: validity.of };
  const asked = {
    query: understanding.query,
    periods: timesNamed(understanding),
    now: profile.asOf ?? now,
    accepts: acceptorOf(context),
  };
  return {
    results: orderByValidity(results, asked, validity, state.index),
    validity: validity.of,
  };
}
