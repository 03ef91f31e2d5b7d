import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { ModuleRecordId, SessionId } from '@mneme/core/domain/ids.js';
import { pageInput, pageOutput } from '@mneme/core/domain/page.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { MapperArtifact } from './artifact.js';
import { bridgeAfter, ContextBridge } from './bridge.js';
import { CuratedArtifact } from './curation/apply-edits.js';
import { turnNamed } from './curation/curate.js';
import { ArtifactEdit } from './curation/edit.js';
import { ReceivedAnswer, ROUTES } from './map/answer.js';
import { Exploration, explore } from './map/explore.js';
import { assembleTurns, readSession, type StoredTurn } from './records.js';
import { HistoryAnswer, HistoryInput, retrieveHistory } from './retrieve-history.js';
import { aimOf, TARGETS } from './stages/ask-stage.js';
import { Challenged, Decided, Refined, Understood } from './stages/outputs.js';
import { withSessionContext } from './stages/run-stage.js';
import type { DialogueParts } from './turn.js';
import { bridgeText } from '@mneme/core/prompts/dialogue-context.js';

export const BridgeInput = z.strictObject({
  session: SessionId.optional().describe('The conversation: the bridge behind its last turn.'),
  turn: z.string().optional().describe('The turn whose bridge is wanted, instead of a session.'),
});

const bridgeAnswerShape = z.strictObject({
  /** Null for a session without turns. */
  bridge: ContextBridge.nullable(),
  /** The same as text for the next prompt, with quoted data between marks. Empty without a bridge. */
  text: OwnText,
});
interface BridgeAnswer extends Of<typeof bridgeAnswerShape> {}
const BridgeAnswer: SchemaOf<BridgeAnswer, typeof bridgeAnswerShape> = bridgeAnswerShape;

/** The bridge to the next turn; empty for a session without turns. Throws `not_found` for an unknown turn. */
async function readBridge(
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
interface TurnLine extends Of<typeof turnLineShape> {}
const TurnLine: SchemaOf<TurnLine, typeof turnLineShape> = turnLineShape;

const turnListShape = z.strictObject({ turns: z.array(TurnLine), ...pageOutput });
export interface TurnList extends Of<typeof turnListShape> {}
export const TurnList: SchemaOf<TurnList, typeof turnListShape> = turnListShape;

/** Turns, latest first. */
async function listTurns(
  raw: unknown,
  bank: OpenBank,
  { store }: Pick<DialogueParts, 'store'>,
): Promise<TurnList> {
  const asked = parseInput(TurnFilter, raw, 'filter');
  const { session } = asked;
  const walk = parsePageRequest('dialogue', bank.name, asked);
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

const shownTurnShape = z.strictObject({
  turn: OwnText,
  session: z.string(),
  at: Instant,
  query: z.string(),
  route: z.enum(ROUTES),
  answers: z.array(ReceivedAnswer),
  /** As it was made; immutable. */
  artifact: MapperArtifact,
  /** With all edits applied. */
  curated: CuratedArtifact,
  edits: z.array(ArtifactEdit),
  exploration: Exploration,
  understand: Understood.nullable(),
  decide: Decided.nullable(),
  refiner: Refined.nullable(),
  antagonist: Challenged.nullable(),
  orientation: z.enum(['frame', 'verdict']).nullable(),
  target: z.enum(TARGETS).nullable(),
  bridge: ContextBridge,
});
export interface ShownTurn extends Of<typeof shownTurnShape> {}
export const ShownTurn: SchemaOf<ShownTurn, typeof shownTurnShape> = shownTurnShape;

/** All of one turn. Throws `not_found`. */
async function showTurn(
  raw: string,
  bank: OpenBank,
  { store, stemmer }: Pick<DialogueParts, 'store' | 'stemmer'>,
): Promise<ShownTurn> {
  const id = parseInput(ModuleRecordId, raw, 'turn');
  const { turn, session } = await turnNamed(id, bank.name, store, 'turn');
  const { state, now } = withSessionContext(turn, session);
  const { orientation, target } = aimOf(state, now.userSignal?.ghost ?? null);
  const { value, stages, edits, at } = turn;
  const { claims, topology } = state.curated;
  return {
    turn: id,
    session: value.session,
    at,
    query: value.query,
    route: value.route,
    answers: value.answers,
    artifact: value.artifact,
    curated: state.curated,
    edits,
    exploration: explore(value.query, { claims, topology }, stemmer),
    understand: stages.understand ?? null,
    decide: stages.decide ?? null,
    refiner: stages.refiner ?? null,
    antagonist: stages.antagonist ?? null,
    orientation,
    target: target?.kind ?? null,
    bridge: now,
  };
}

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
  /** The turns of a session, or of all, latest first; none where a turn or a query is named. */
  ...TurnList.shape,
  /** The turn that was named. */
  shown: ShownTurn.nullable(),
  /** The bridge after that turn, or after the last one of the session. */
  bridge: BridgeAnswer.nullable(),
  /** What earlier conversations contain on the query. */
  history: HistoryAnswer.nullable(),
});
export interface DialogueAnswer extends Of<typeof dialogueAnswerShape> {}
export const DialogueAnswer: SchemaOf<DialogueAnswer, typeof dialogueAnswerShape> =
  dialogueAnswerShape;

/**
 * Stored conversations: the turns, all of one, the bridge to the next, what earlier ones contain. Throws `not_found`.
 */
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
