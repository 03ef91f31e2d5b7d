import { defineModule } from '../module.js';
import { orderByNotes } from './order-by-notes.js';
import { RANGE, weighNotes } from './weigh-notes.js';

export { linksInStore } from './links-in-store.js';
export { aliasIn } from './also-called.js';
export { findSubject, isOwnerWord, type FoundSubject } from './find-subject.js';
export {
  dayOf,
  successorOf,
  validityByNotes,
  validityOfNote,
  type Moment,
} from '../../indexes/note-validity.js';

/** What was understood, beside what was said: notes, and what holds by them. */
export const notes = defineModule({
  name: 'notes',
  terms: [{ name: 'notes', range: RANGE, weigh: weighNotes }],
  constraints: [{ name: 'note_order', on: 'ranking', order: orderByNotes }],
});
