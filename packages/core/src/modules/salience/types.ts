// Types of this module for programs that embed a memory.
export type { WorthAnswer, WorthInput } from './read-worth.js';
export type { Worth, WorthSuggestion } from '../../domain/receipt.js';
