export { opinionsOn, currentOpinions } from './knowledge.js';
export { hasKnowledge } from './knowledge.js';
export { moveOpinion, stepped } from './move-opinion.js';
export { FIRST_CONFIDENCE } from './form-opinions.js';
