// What programs that embed a memory see of this room.
export type { WorthAnswer, WorthInput } from './read-worth.js';
export type { Worth, WorthSuggestion } from '../../domain/receipt.js';
