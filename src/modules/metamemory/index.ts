import { defineModule } from '../module.js';

/** What the bank knows about its own knowledge. */
export const metamemory = defineModule({ name: 'metamemory' });
