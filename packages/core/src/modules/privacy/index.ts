export { finishErasure } from './erasure/erase.js';
export { QuarantinePage } from './quarantine.js';
