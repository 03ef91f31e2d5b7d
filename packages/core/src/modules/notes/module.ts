import { defineModule } from '../module.js';
import { findDoubted, restOnGrounds } from './links.js';
import { sayWhatLapsed } from './lapsed.js';
import { orderByNotes } from './order-by-notes.js';
import { RANGE, weighNotes } from './weigh-notes.js';

/** What was understood, beside what was said: notes, and what holds by them. */
export const notes = defineModule({
  name: 'notes',
  checks: findDoubted,
  onRemember: restOnGrounds,
  terms: [{ name: 'notes', range: RANGE, weigh: weighNotes }],
  constraints: [
    { name: 'note_order', on: 'ranking', order: orderByNotes },
    { name: 'lapsed', on: 'answer', order: sayWhatLapsed },
  ],
});
