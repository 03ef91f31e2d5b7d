export { finishErasure } from './erasure/erase.js';
export { planErasure } from './erasure/plan-erasure.js';
export { QuarantinePage } from './quarantine.js';
