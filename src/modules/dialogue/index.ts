import { defineModule } from '../module.js';
import { HistoryIndex } from './history/history-index.js';
import { KeptProfile } from './preferences/kept-profile.js';
import { preferenceTerm } from './preferences/steer-recall.js';
import { MODULE, RECORDS } from './records.js';
import type { LearnedId } from '../../domain/ids.js';

/** What several minds said, what a person kept, and what the next turn gets. */
export const dialogue = defineModule({
  name: MODULE,
  records: RECORDS,
  openBank: (opened) => [new HistoryIndex(opened), new KeptProfile(opened)],
  terms: [preferenceTerm],
  // A turn in which a person is named goes whole: its claims are of one conversation.
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] => (names(JSON.stringify(body.value)) ? [id] : [])),
});

export { mapAnswers } from './map/map-answers.js';
export { createComparison } from './map/nearness.js';
export { readAnswer } from './map/read-statements.js';
export { statementVectors } from './map/statement-vectors.js';
export { SAME_CLAIM_EVIDENCE, type SameClaim } from './map/same-claim.js';
export { readQuery } from './map/read-query.js';
