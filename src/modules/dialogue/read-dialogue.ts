import { z } from 'zod';
import { HistoryAnswer, HistoryInput, retrieveHistory } from './history/retrieve-history.js';
import { BridgeAnswer, listTurns, readBridge, TurnFilter, TurnList } from './read-bridge.js';
import { ShownTurn, showTurn } from './show.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { OpenBank } from '../../bank/core.js';

export const DialogueInput = z.strictObject({
  ...TurnFilter.shape,
  turn: z.string().optional().describe('One turn, as in x_01h5k0c2x9w7a: all of it.'),
  ...HistoryInput.shape,
  query: HistoryInput.shape.query
    .optional()
    .describe('What is asked now: what earlier conversations hold for it.'),
});
export type DialogueInput = z.input<typeof DialogueInput>;

const dialogueAnswerShape = z.strictObject({
  /** The turns of a conversation, or of all, the latest first; none where a turn or a query is named. */
  ...TurnList.shape,
  /** The turn that was named. */
  shown: ShownTurn.nullable(),
  /** What the next turn gets after this turn, or after the last one of the conversation. */
  bridge: BridgeAnswer.nullable(),
  /** What earlier conversations hold for the query. */
  history: HistoryAnswer.nullable(),
});
export interface DialogueAnswer extends Of<typeof dialogueAnswerShape> {}
export const DialogueAnswer: SchemaOf<DialogueAnswer, typeof dialogueAnswerShape> =
  dialogueAnswerShape;

/** What is kept of conversations: the turns, all of one, what the next one gets, what earlier ones hold. Throws `not_found`. */
export async function readDialogue(
  raw: unknown,
  bank: OpenBank,
  parts: Parameters<typeof retrieveHistory>[2],
): Promise<DialogueAnswer> {
  const { turn, query, session, limit, cursor, maxTokens, except } = parseInput(
    DialogueInput,
    raw,
    'dialogue',
  );
  const page = { session, limit, cursor };
  const listed = turn === undefined && query === undefined;
  return {
    ...(listed ? await listTurns(page, bank, parts) : { turns: [], next: null }),
    shown: turn === undefined ? null : await showTurn(turn, bank, parts),
    bridge:
      turn === undefined && session === undefined
        ? null
        : await readBridge(turn === undefined ? { session } : { turn }, bank, parts),
    history:
      query === undefined ? null : await retrieveHistory({ query, maxTokens, except }, bank, parts),
  };
}
