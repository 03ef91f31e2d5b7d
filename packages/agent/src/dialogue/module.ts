import { defineModule } from '@mneme/core/modules/module.js';
import { Dialogue } from './capability.js';
import { HistoryIndex } from './history-index.js';
import { PreferenceProfileCache, preferenceTerm } from './preference-profile.js';
import { MODULE, RECORDS } from './session.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import {
  dialogueOperation,
  dialoguePreferencesOperation,
  dialogueTurnOperation,
  FORMER,
} from './operations.js';

/** Answers of several models, what a person kept of them, and the context of the next turn. */
export const dialogue = defineModule({
  name: MODULE,
  facade: { dialogue: Dialogue },
  operations: {
    dialogue: dialogueOperation,
    dialogue_turn: dialogueTurnOperation,
    dialogue_preferences: dialoguePreferencesOperation,
  },
  former: FORMER,
  records: RECORDS,
  openBank: (opened) => [new HistoryIndex(opened), new PreferenceProfileCache(opened)],
  terms: [preferenceTerm],
  // Erasing a person deletes the whole turn: its claims belong to one conversation.
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] => (names(JSON.stringify(body.value)) ? [id] : [])),
});
