import { defineModule } from '../module.js';

/** Inspecting the twelve spaces: search one, compare two memories, explain one. */
export const spaces = defineModule({ name: 'spaces' });

export { fuseRanks } from './rank-fusion.js';
