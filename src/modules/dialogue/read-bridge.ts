import { z } from 'zod';
import { ContextBridge } from './bridge/build-bridge.js';
import { readSession, assembleTurns, type StoredTurn } from './records.js';
import { bridgeAfter } from './turn-state.js';
import { turnNamed } from './curate.js';
import type { DialogueParts } from './turn.js';
import type { OpenBank } from '../../bank/core.js';
import { ModuleRecordId, SessionId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { OwnText } from '../../domain/texts.js';
import { Instant } from '../../domain/time.js';
import { bridgeText } from '../../prompts/dialogue-bridge.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, startWalk } from '../../bank/pages.js';

export const BridgeInput = z.strictObject({
  session: SessionId.optional().describe('The conversation: the bridge behind its last turn.'),
  turn: z.string().optional().describe('The turn whose bridge is wanted, instead of a session.'),
});

const bridgeAnswerShape = z.strictObject({
  /** Null for a session without turns. */
  bridge: ContextBridge.nullable(),
  /** The same for the next prompt: data of others stands between marks. Empty without a bridge. */
  text: OwnText,
});
export interface BridgeAnswer extends Of<typeof bridgeAnswerShape> {}
export const BridgeAnswer: SchemaOf<BridgeAnswer, typeof bridgeAnswerShape> = bridgeAnswerShape;

/** What the next turn gets. A session that nobody has begun has an empty one. Throws `not_found` for an unknown turn. */
export async function readBridge(
  raw: unknown,
  bank: OpenBank,
  { store }: Pick<DialogueParts, 'store'>,
): Promise<BridgeAnswer> {
  const { session, turn } = parseInput(BridgeInput, raw, 'bridge');
  if (turn !== undefined) {
    const id = parseInput(ModuleRecordId, turn, 'bridge.turn');
    const found = await turnNamed(id, bank.name, store, 'bridge.turn');
    const before = found.session.slice(0, found.session.indexOf(found.turn));
    return answerOf(bridgeAfter(before, found.turn));
  }
  const name = parseInput(SessionId, session, 'bridge.session');
  const turns = await readSession(name, bank.name, store);
  const last = turns.at(-1);
  return answerOf(last === undefined ? null : bridgeAfter(turns.slice(0, -1), last));
}

const answerOf = (bridge: ContextBridge | null): BridgeAnswer => ({
  bridge,
  text: bridge === null ? '' : bridgeText(bridge),
});

export const TurnFilter = z.strictObject({
  session: SessionId.optional().describe('Only of this conversation.'),
  ...pageInput('At most so many, the latest first.', 20, 500),
});

const turnLineShape = z.strictObject({
  turn: OwnText,
  session: z.string(),
  at: Instant,
  query: z.string(),
  conclusion: z.string().nullable(),
  claims: z.number(),
  edits: z.number(),
});
export interface TurnLine extends Of<typeof turnLineShape> {}
export const TurnLine: SchemaOf<TurnLine, typeof turnLineShape> = turnLineShape;

const turnListShape = z.strictObject({ turns: z.array(TurnLine), ...pageOutput });
export interface TurnList extends Of<typeof turnListShape> {}
export const TurnList: SchemaOf<TurnList, typeof turnListShape> = turnListShape;

/** Turns, the latest first. */
export async function listTurns(
  raw: unknown,
  bank: OpenBank,
  { store }: Pick<DialogueParts, 'store'>,
): Promise<TurnList> {
  const asked = parseInput(TurnFilter, raw, 'filter');
  const { session } = asked;
  const walk = startWalk('dialogue', bank.name, asked);
  const records = await store.learned(bank.name, { kinds: ['module'] });
  const sessions = new Map<string, StoredTurn[]>();
  for (const turn of assembleTurns(records)) {
    const name = turn.value.session;
    if (session === undefined || name === session)
      sessions.set(name, [...(sessions.get(name) ?? []), turn]);
  }
  const lines = [...sessions].flatMap(([name, turns]) => {
    return turns.map((turn, at): TurnLine => {
      const { conclusion } = bridgeAfter(turns.slice(0, at), turn);
      return {
        turn: turn.id,
        session: name,
        at: turn.at,
        query: turn.value.query,
        conclusion: conclusion?.text ?? null,
        claims: turn.value.artifact.claims.length,
        edits: turn.edits.length,
      };
    });
  });
  const { page, next } = pageOf(lines, walk, ({ at, turn }) => [-at, turn]);
  return { turns: page, next };
}
