import { defineModule } from '../module.js';

/** What follows from many memories: observations, opinions, principles. */
export const reflect = defineModule({ name: 'reflect' });

export { opinionsOn, standingOpinions } from './find-opinions.js';
export { hasKnowledge } from './knowledge.js';
export { moveOpinion, stepped } from './move-opinion.js';
export { FIRST_CONFIDENCE } from './opinion-steps.js';
