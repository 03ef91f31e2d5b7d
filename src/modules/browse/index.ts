import { defineModule } from '../module.js';

/** Looking through a bank: by time, by who and what it knows, slot by slot, and as one picture. */
export const browse = defineModule({ name: 'browse' });
