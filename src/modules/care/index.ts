import { defineModule } from '../module.js';

/** Maintenance of a file: doctor, statistics, reindex, backup, export. */
export const care = defineModule({ name: 'care' });
