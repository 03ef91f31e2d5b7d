export { asksOfMany, GATED_ABOVE, Pulse, pulseOf } from './pulse.js';
