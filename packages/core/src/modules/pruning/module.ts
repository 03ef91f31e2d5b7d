import { defineModule } from '../module.js';
import { clearOld } from './clear-old.js';

/** What was not used for long and matters little is taken back, by a policy that a person sets. */
export const clearance = defineModule({ name: 'clearance', onIdle: [clearOld] });
