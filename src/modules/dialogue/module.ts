import { defineModule } from '../module.js';
import { Dialogue } from './capability.js';
import { HistoryIndex } from './history/history-index.js';
import { KeptProfile } from './preferences/kept-profile.js';
import { preferenceTerm } from './preferences/steer-recall.js';
import { MODULE, RECORDS } from './records.js';
import type { LearnedId } from '../../domain/ids.js';
import { FORMER } from './former.js';
import {
  dialogueOperation,
  dialogueTurnOperation,
  dialogueStageOperation,
  dialogueCurateOperation,
  dialoguePreferencesOperation,
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
