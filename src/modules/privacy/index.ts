export { finishErasure } from './erasure/finish-erasure.js';
export { QuarantinePage } from './quarantine.js';
