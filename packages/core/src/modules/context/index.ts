export { AdvisedGoal, Pulse, asksOfMany, latest, pulseOf } from './pulse.js';
