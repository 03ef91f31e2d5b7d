import { defineModule } from '../module.js';

/** What a store is worth. */
export const steering = defineModule({ name: 'steering' });
