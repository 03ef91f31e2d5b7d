import { defineModule } from '@mneme/core/modules/module.js';
import { Dialogue } from './capability.js';
import { HistoryIndex } from './history-index.js';
import { KeptProfile, preferenceTerm } from './steer-recall.js';
import { MODULE, RECORDS } from './records.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import {
  dialogueCurateOperation,
  dialogueOperation,
  dialoguePreferencesOperation,
  dialogueStageOperation,
  dialogueTurnOperation,
  FORMER,
} from './operations.js';

/** What several minds said, what a person kept, and what the next turn gets. */
export const dialogue = defineModule({
  name: MODULE,
  facade: { dialogue: Dialogue },
  operations: {
    dialogue: dialogueOperation,
    dialogue_turn: dialogueTurnOperation,
    dialogue_stage: dialogueStageOperation,
    dialogue_curate: dialogueCurateOperation,
    dialogue_preferences: dialoguePreferencesOperation,
  },
  former: FORMER,
  records: RECORDS,
  openBank: (opened) => [new HistoryIndex(opened), new KeptProfile(opened)],
  terms: [preferenceTerm],
  // A turn in which a person is named goes whole: its claims are of one conversation.
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] => (names(JSON.stringify(body.value)) ? [id] : [])),
});
