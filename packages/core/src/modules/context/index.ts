export { AdvisedGoal, Pulse, asksOfMany, latest, pulseOf } from './relevance.js';
