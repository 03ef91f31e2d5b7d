import { defineModule } from '../module.js';

/** What must not stay, or not be read: quarantine, removed values, erasure. */
export const privacy = defineModule({ name: 'privacy' });

export { finishErasure } from './erasure/finish-erasure.js';
export { QuarantinePage } from './quarantine.js';
