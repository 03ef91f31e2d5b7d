import { defineModule } from '../module.js';

/** Facts, strategies and forecasts together: questions and tasks that need all three. */
export const paradigms = defineModule({ name: 'paradigms' });
