import { defineModule } from '../module.js';

/** What is given to a model: context, brief, and the notes of a session. */
export const context = defineModule({ name: 'context' });
