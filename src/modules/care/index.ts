import { defineModule } from '../module.js';

/** Looking after a file: doctor, statistics, reindex, backup, export. */
export const care = defineModule({ name: 'care' });
