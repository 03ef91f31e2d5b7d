import { defineModule } from '../module.js';

/** What the bank knows of its own knowledge. */
export const metamemory = defineModule({ name: 'metamemory' });
