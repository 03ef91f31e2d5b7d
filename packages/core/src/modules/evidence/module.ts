import { defineModule } from '../module.js';
import { KeptAnswers } from './evidence.js';

/**
 * What was said on a matter: the basis of every verb's answer. It calls recall, which does not
 * depend on it.
 */
export const told = defineModule({ name: 'told', openBank: () => new KeptAnswers() });
