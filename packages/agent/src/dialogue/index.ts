export { mapAnswers } from './map/map-answers.js';
export { createComparison } from './map/nearness.js';
export { readAnswer } from './map/read-answer.js';
export { statementVectors } from './map/same-claim.js';
export { SAME_CLAIM_EVIDENCE, type SameClaim } from './map/same-claim.js';
export { readQuery } from './map/claims.js';
