import { defineModule } from '../module.js';
import { findDoubted, restOnGrounds } from './links.js';
import { RANGE, sayWhatLapsed, weighNotes } from './weigh-notes.js';
import { orderForTask } from './order-for-task.js';
import { orderUnread } from './order-unread.js';
import { orderByNotes } from './order-by-notes.js';

/** Notes, the structured reading of what was said, and the validity that follows from them. */
export const notes = defineModule({
  name: 'notes',
  checks: findDoubted,
  onRemember: restOnGrounds,
  terms: [{ name: 'notes', range: RANGE, weigh: weighNotes }],
  constraints: [
    { name: 'task_order', on: 'ranking', order: orderForTask },
    { name: 'note_order', on: 'ranking', order: orderByNotes },
    { name: 'unread', on: 'ranking', order: orderUnread },
    { name: 'lapsed', on: 'answer', order: sayWhatLapsed },
  ],
});
