import { defineModule } from '../module.js';

/** Putting a memory right: undo, merge, manifest, annotate, forget, lineage. */
export const curate = defineModule({ name: 'curate' });
export { forget, restore } from './forget.js';
