import { defineModule } from '../module.js';
import { KeptAnswers } from './kept-answers.js';

/** What was said of a matter: the ground of every verb's answer. It has no part in recall itself, which it asks. */
export const told = defineModule({ name: 'told', openBank: () => new KeptAnswers() });
