import { defineModule } from '../module.js';

/** Looking into the twelve spaces: search one, compare two memories, explain one. */
export const spaces = defineModule({ name: 'spaces' });

export { fuseRanks } from './rank-fusion.js';
