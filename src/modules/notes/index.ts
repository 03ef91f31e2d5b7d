import { defineModule } from '../module.js';
import type { Ordered } from '../../kernel/module.js';
import type { Ranked } from '../../recall/ranking/ranked.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { validityByNotes } from './note-validity.js';
import { momentOf, RANGE, weighNotes } from './weigh-notes.js';

export { dayOf, validityByNotes, validityOfNote, type Moment } from './note-validity.js';

/** What was read of the results says whether they hold. */
function holdByNotes(results: readonly Ranked[], context: QuestionContext): Ordered<Ranked> {
  const { notes, index } = context.state;
  if (notes.size === 0) return { results };
  const moment = momentOf(context);
  return { results, validity: (id) => validityByNotes(id, index.slot(id), notes, moment) };
}

/** What was understood, beside what was said: notes, and what holds by them. */
export const notes = defineModule({
  name: 'notes',
  terms: [{ name: 'notes', range: RANGE, weigh: weighNotes }],
  constraints: [{ name: 'notes', on: 'ranking', order: holdByNotes }],
});
