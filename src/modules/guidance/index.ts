import { defineModule } from '../module.js';

/** What an agent should do next with its memory: status, advice, checks. */
export const guidance = defineModule({ name: 'guidance' });

export { asksOfMany, GATED_ABOVE, Pulse, pulseOf } from './pulse.js';
