import { z } from 'zod';
import { turnNamed, withSessionContext } from './amend-dialogue.js';
import { CuratedArtifact, saysTheSame, wordedClaim } from './apply-edits.js';
import {
  ArtifactEdit,
  Challenged,
  Decided,
  MapperArtifact,
  Refined,
  Understood,
} from './artifact.js';
import { aimOf, TARGETS } from './ask-stage.js';
import { type EntryKind, type FoundEntry, HistoryIndex, SIGNALS } from './history-index.js';
import { ReceivedAnswer, ROUTES } from './map/read-answer.js';
import { type PreferenceProfile, readProfile, weightOf } from './preference-profile.js';
import {
  assembleTurns,
  bridgeAfter,
  ContextBridge,
  readSession,
  type StoredTurn,
} from './session.js';
import { type DialogueParts, Exploration, explore } from './turn.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { ModuleRecordId, SessionId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import {
  type Of,
  OwnText,
  pageInput,
  pageOutput,
  type SchemaOf,
} from '@mneme/core/domain/schema.js';
import { DAY, Instant } from '@mneme/core/domain/time.js';
import { hasText } from '@mneme/core/domain/well-formed.js';
import { countTokens } from '@mneme/core/language/count-tokens.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  bridgeText,
  historyFrame,
  historyText,
  insightLine,
  snippetHead,
} from '@mneme/core/prompts/dialogue-context.js';

/** Weight of each index, and number of entries searched in it. */
const WEIGHTS: Readonly<Record<EntryKind, number>> = { claim: 1, decision: 1.2, signal: 2 };
const LIMITS: Readonly<Record<EntryKind, number>> = { claim: 20, decision: 10, signal: 10 };
/** Days after which an entry's score is halved. */
const HALF_LIFE = 30;
/** Minimum similarity to the query. */
const MIN_SCORE = 0.18;
/** The most that a preferred dimension adds or subtracts. */
const SIDE = 0.25;
/** Weight of a word related to one of the query. */
const RELATED = 0.5;

export const HistoryInput = z.strictObject({
  query: z
    .string()
    .trim()
    .max(20_000)
    .refine(hasText, 'must not be empty')
    .describe('What is asked now.'),
  maxTokens: z.int().min(50).max(8_192).default(400).describe('The budget of the text, in tokens.'),
  except: SessionId.optional().describe('A conversation to leave out: mostly the running one.'),
});
export type HistoryInput = z.input<typeof HistoryInput>;

const insightShape = z.strictObject({
  kind: z.enum(['claim', 'decision', 'signal']),
  /** What the person did with it; null where they did nothing. */
  signal: z.enum(SIGNALS).nullable(),
  text: z.string(),
  turn: OwnText,
  /** Combines similarity, weight, age and preference. */
  score: z.number(),
});
const historyAnswerShape = z.strictObject({
  /** Score of the best entry, 0..1; 0 where nothing was found. */
  relevance: z.number(),
  /** One per session, that of the best entry first. */
  snippets: z.array(
    z.strictObject({
      session: z.string(),
      query: z.string(),
      at: Instant,
      insights: z.array(z.strictObject(insightShape.shape)),
    }),
  ),
  /** Text for the next prompt, with quoted data between marks; empty where nothing was found. */
  text: OwnText,
  tokens: z.number(),
});
interface HistoryAnswer extends Of<typeof historyAnswerShape> {}
const HistoryAnswer: SchemaOf<HistoryAnswer, typeof historyAnswerShape> = historyAnswerShape;

const EMPTY: HistoryAnswer = { relevance: 0, snippets: [], text: '', tokens: 0 };

/** What earlier turns contain on a query, within a budget. Empty text if nothing is found. */
async function retrieveHistory(
  raw: unknown,
  bank: OpenBank,
  parts: DialogueParts & {
    readonly relatives: (
      stem: string,
    ) => readonly { readonly stem: string; readonly strength: number }[];
  },
): Promise<HistoryAnswer> {
  const { query, maxTokens, except } = parseInput(HistoryInput, raw, 'history');
  const index = bank.parts.of(HistoryIndex);
  await index.follow();
  const profile = await readProfile(bank.name, parts.store);
  const found = index
    .search(queryTerms(query, parts), LIMITS)
    .filter(({ session, score }) => session !== except && score >= MIN_SCORE);
  const now = parts.clock.now();
  const ranked = found
    .map((entry) => ({ entry, score: scoreOf(entry, now, profile) }))
    .sort((a, b) => b.score - a.score);
  const worded = ranked.map(({ entry }) => wordedClaim(entry.text));
  const distinct = ranked.filter(
    (_, at) => !worded.slice(0, at).some((earlier) => saysTheSame(earlier, worded[at] ?? earlier)),
  );
  return withinBudget(distinct, maxTokens);
}

function queryTerms(
  query: string,
  { stemmer, relatives }: Parameters<typeof retrieveHistory>[2],
): Map<string, number> {
  const language = detectLanguage(query);
  const own = contentTerms(query, language, stemmer);
  const terms = new Map(own.map((term) => [term, 1]));
  if (language === 'en')
    for (const term of own)
      for (const { stem, strength } of relatives(term))
        if (!terms.has(stem) && strength === 1) terms.set(stem, RELATED);
  return terms;
}

function scoreOf(
  { kind, score, at, dimension }: FoundEntry,
  now: Instant,
  profile: PreferenceProfile,
): number {
  const days = Math.max(0, now - at) / DAY;
  const side = 1 + SIDE * weightOf(profile, 'dimension', dimension);
  return score * WEIGHTS[kind] * side * 0.5 ** (days / HALF_LIFE);
}

interface Scored {
  readonly entry: FoundEntry;
  readonly score: number;
}

/** The best that fit, grouped by session; one that does not fit is skipped for a shorter one. */
function withinBudget(ranked: readonly Scored[], maxTokens: number): HistoryAnswer {
  const relevance = Math.min(1, ranked[0]?.score ?? 0);
  const frame = historyFrame(relevance);
  let tokens = countTokens([...frame.before, ...frame.after].join('\n')) + 1;
  const sessions = new Map<string, Scored[]>();
  for (const scored of ranked) {
    const { session } = scored.entry;
    const known = sessions.get(session);
    const cost =
      countTokens(insightLine(scored.entry)) +
      1 +
      (known === undefined ? countTokens(snippetHead(scored.entry)) + 1 : 0);
    if (tokens + cost > maxTokens) continue;
    tokens += cost;
    if (known === undefined) sessions.set(session, [scored]);
    else known.push(scored);
  }
  if (sessions.size === 0) return EMPTY;
  const snippets = [...sessions].map(([session, items]) => ({
    session,
    query: items[0]?.entry.query ?? '',
    at: items[0]?.entry.at ?? 0,
    insights: items.map(({ entry: { kind, signal, text, turn }, score }) => ({
      kind,
      signal,
      text,
      turn,
      score,
    })),
  }));
  return { relevance, snippets, text: historyText(relevance, snippets), tokens };
}

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
