import { OwnText } from './texts.js';

/** What `undo` takes; null where nothing changed. */
export const Reversal = OwnText.nullable();
