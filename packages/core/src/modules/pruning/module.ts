import { defineModule } from '../module.js';
import { clearOld } from './retract-unused.js';

/** Retracts memories long unused and of little importance, by a policy that a person sets. */
export const pruning = defineModule({ name: 'clearance', onIdle: [clearOld] });
