import { z } from 'zod';
import type { OpenBank } from '../../bank/core.js';
import { type MemoryId, type OfUser, SessionId } from '../../domain/ids.js';
import { BoundInput } from '../../domain/input.js';
import { NOTE_FILTER } from '../../domain/note.js';
import { RecallProfile } from '../../domain/profile.js';
import { WorthSuggestion } from '../../domain/receipt.js';
import { flag, type Of, type SchemaOf, Share, wholeNumber } from '../../domain/schema.js';
import type { ValidityState } from '../../domain/validity.js';
import { NONE } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { rolesOf } from '../../indexes/edge-index.js';
import { isErrand, requestsAction } from '../../language/instructions.js';
import { matchAll } from '../../language/pattern-matching.js';
import { asksForInformation, isSearchPhrase } from '../../language/segmentation.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Found } from './context-text.js';

/** A goal to ask advice on. */
export const AdvisedGoal = z
  .string()
  .trim()
  .min(10, 'at least 10 characters')
  .max(500)
  .describe('What is to be found out or done, 10 to 500 characters.');

const pulseShape = z.strictObject({
  /** Spread over topics: Shannon entropy of their contexts, relative to that of as many singletons, 0..1. */
  entropy: Share,
  /** Share of them connected by their own links, by what they mention, or by context, 0..1. */
  coherence: Share,
  /** What to do next: a callable operation with its input; null if there is nothing to suggest. */
  suggested: WorthSuggestion.nullable(),
});
/** How coherent a set of memories is, reported with every answer. */
export interface Pulse extends Of<typeof pulseShape> {}
export const Pulse: SchemaOf<Pulse, typeof pulseShape> = pulseShape;

/** Above this, a model is warned that its context is scattered. */
const GATED_ABOVE = 0.8;
/** Minimum number of query words that the results must contain for a query of several topics. */
const MIN_WORDS = 3;
const RECENT = 50;
const LINKS = rolesOf(['semantic', 'causal', 'relational', 'hierarchical', 'temporal']);

interface PulseOptions {
  /** The memories to measure; default: the bank's latest. */
  readonly memories?: readonly MemoryId[] | undefined;
  /** The query, if the memories answer one. */
  readonly query?: string | undefined;
  /** Whether the query covers several topics: see {@link asksOfMany}. */
  readonly ofMany?: boolean | undefined;
  /** Operations that the reader can call; default: every one. */
  readonly offer?: readonly string[] | undefined;
  /** Suggestions that take precedence over those from the figures. */
  readonly first?: readonly WorthSuggestion[];
}

/** The pulse of a set of memories. Suggests only what `offer` lists. Reads caches only. */
export function pulseOf(
  state: BankState,
  { memories, query, ofMany = false, offer, first = [] }: PulseOptions = {},
): Pulse {
  const { index } = state;
  const slots =
    memories?.map((id) => index.slot(id)).filter((slot) => slot !== NONE) ?? latest(state);
  const [entropy, coherence] = [
    entropyOf(slots.map((slot) => index.context(slot))),
    coherenceOf(slots, state),
  ];
  const [newest] = slots;
  const suggestions = [
    ...first,
    ...(newest === undefined
      ? []
      : suggest({ entropy, coherence, query, ofMany, newest: index.id(newest) })),
  ];
  const suggested =
    suggestions.find(({ operation }) => offer === undefined || offer.includes(operation)) ?? null;
  return { entropy, coherence, suggested };
}

export function latest({ index }: BankState): number[] {
  const slots: number[] = [];
  for (let slot = index.size - 1; slot >= 0 && slots.length < RECENT; slot--)
    if (index.isLive(slot) && !index.reflected.has(slot)) slots.push(slot);
  return slots;
}

/** A memory without a context counts as its own topic. */
function entropyOf(contexts: readonly number[]): number {
  if (contexts.length < 2) return 0;
  const counts = new Map<string, number>();
  contexts.forEach((context, at) => {
    const key = context === NONE ? `alone ${at}` : `${context}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const shares = [...counts.values()].map((count) => count / contexts.length);
  return (
    -shares.reduce((sum, share) => sum + share * Math.log(share), 0) / Math.log(contexts.length)
  );
}

/** Size of the largest connected group over the total; a single memory is coherent. */
function coherenceOf(slots: readonly number[], { edges }: BankState): number {
  if (slots.length < 2) return slots.length;
  const leader = new Map<number, number>();
  const find = (node: number): number => {
    let at = node;
    for (let up = leader.get(at); up !== undefined && up !== at; up = leader.get(at)) at = up;
    return at;
  };
  for (const slot of slots) {
    const own = edges.memoryNode(slot);
    for (const { other } of edges.links(own, LINKS)) {
      const [one, two] = [find(own), find(other)];
      if (one !== two) leader.set(one, two);
    }
  }
  const sizes = new Map<number, number>();
  for (const slot of slots) {
    const head = find(edges.memoryNode(slot));
    sizes.set(head, (sizes.get(head) ?? 0) + 1);
  }
  return Math.max(...sizes.values()) / slots.length;
}

/**
 * Whether a query covers several topics: the texts together contain its words, and none contains half of them.
 * Memories of many topics for a plain question are normal and need no action.
 */
export function asksOfMany(query: string, texts: readonly string[], stemmer: Stemmer): boolean {
  const asked = new Set(contentTerms(query, 'en', stemmer));
  const held = texts.map(
    (text) => new Set(contentTerms(text, 'en', stemmer).filter((term) => asked.has(term))),
  );
  const together = new Set(held.flatMap((terms) => [...terms])).size;
  return together >= MIN_WORDS && held.every(({ size }) => size * 2 < together);
}

interface Figures extends Pick<Pulse, 'entropy' | 'coherence'> {
  readonly query: string | undefined;
  readonly ofMany: boolean;
  readonly newest: MemoryId;
}

/** The source's table, limited to rows that map to an operation whose arguments are known here. */
function suggest({
  entropy,
  coherence,
  query,
  ofMany,
  newest,
}: Figures): readonly WorthSuggestion[] {
  if (entropy > 0.7 && ofMany)
    return searched(
      query,
      coherence > 0.5
        ? 'It is of many matters that hang together: one question is too few.'
        : 'It is of many matters that do not hang together: ask more narrowly.',
    );
  if (entropy > 0.7 && coherence < 0.4 && query === undefined)
    return [
      {
        why: 'The latest memories hang together little: a night looks for copies.',
        operation: 'dream',
        input: {},
      },
    ];
  if (entropy < 0.4 && coherence < 0.4)
    return [
      {
        why: 'It is of one matter and not linked: see what stands around it.',
        operation: 'graph',
        input: { of: newest },
      },
    ];
  return [];
}

/** Advice needs a question of a minimum length. */
function searched(query: string | undefined, why: string): readonly WorthSuggestion[] {
  const goal = AdvisedGoal.safeParse(query).data;
  return goal === undefined ? [] : [{ why, operation: 'advise', input: { goal } }];
}

/**
 * Log-odds added to those that the bank knows something of a message, and the threshold above which memories are
 * given.
 */
interface Gate {
  readonly from: number;
  /** For a message that names the whole subject of a note. */
  readonly subject: number;
  /** For a message that names somebody or something that the bank knows by name, within its sentence. */
  readonly name: number;
  readonly time: number;
  /** For a message that asks something, or asks for something to be done; remarks get nothing. */
  readonly asks: number;
  readonly wantsDone: number;
}

/**
 * Fitted on tasks, questions and idle messages of nine half-years and fifteen synthetic lives: decisions 309 and 318.
 * With notes, tasks gain through the odds that the bank knows something of them; with turns they gain nothing.
 */
const BY_NOTES: Gate = { from: 1.5, subject: 2.7, name: 0, time: 1.5, asks: 1.6, wantsDone: 1.6 };
const BY_TURNS: Gate = { from: 0.7, subject: 0, name: 1.2, time: 0.5, asks: 1.3, wantsDone: 3.4 };
/** Without a semantic model, the odds come from another fit. */
const BY_WORDS: Gate = { from: 0.1, subject: 0, name: 0, time: 0, asks: 1.3, wantsDone: 2.9 };
const NEVER_SURE = 0.005;
const NAME_WITHIN = /(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{M}]+/gu;
/** Sharers of an account prefix their name: "Kwame: how many hectares is 3.4 acres". */
const SIGNED = /^\p{L}+:\s/u;
/** Minimum probability of a result that answers a question. */
const MAY_ANSWER = 0.001;

/**
 * Whether the context is filled by relevance to the message; an explicit threshold, mode or verbosity turns this off.
 */
export const isFilledByBearing = ({
  precision,
  minProbability = 0,
  mode,
  verbosity,
}: ParsedContextInput): boolean =>
  precision === 'high' && minProbability === 0 && mode === 'auto' && verbosity === 1;

/** A question, or the keywords of one. */
const isAsked = (query: string): boolean => asksForInformation(query) || isSearchPhrase(query);

/** What recall finds out about a message. */
interface Bearing {
  /** The probability that the bank knows something of it, 0..1. */
  readonly knows: number;
  /** The times the message names. */
  readonly periods: readonly string[];
  readonly found: readonly Found[];
}

/** Whether the bank holds anything relevant to the message. */
export function bearsOn(
  query: string,
  { knows, periods, found }: Bearing,
  { state, recall: { stemmer, certainty } }: OpenBank,
): boolean {
  const chance = Math.max(NEVER_SURE, Math.min(1 - NEVER_SURE, knows));
  const words = new Set(contentTerms(query.replace(SIGNED, ''), 'en', stemmer));
  const named = found.reduce((most, { id }) => {
    const about = state.notes.of(state.index.slot(id))?.note.about;
    const stems = about === undefined ? [] : contentTerms(about, 'en', stemmer);
    const share = stems.filter((stem) => words.has(stem)).length / Math.max(1, stems.length);
    return Math.max(most, share);
  }, 0);
  const byTurns = state.encoder === certainty.encoder ? BY_TURNS : BY_WORDS;
  const gate = state.notes.size > 0 ? BY_NOTES : byTurns;
  const wish = requestsAction(query) ? gate.wantsDone : isAsked(query) ? gate.asks : 0;
  const odds = Math.log(chance / (1 - chance));
  const isNamed = matchAll(query, NAME_WITHIN).some(
    ([name]) => state.entities.named(name).length > 0,
  );
  return (
    odds +
      gate.subject * named +
      gate.name * Number(isNamed) +
      (periods.length > 0 ? gate.time : 0) +
      wish >=
    gate.from
  );
}

/**
 * For a question, all that may answer, as ranked. For a task, notes, and turns said after the last of them, before
 * other turns; superseded memories come last.
 */
export function inOrderOfUse(
  query: string,
  found: readonly Found[],
  { index, notes }: OpenBank['state'],
): readonly Found[] {
  if (!isErrand(query) || isSearchPhrase(query))
    return found.filter(({ probability }) => (probability ?? 1) >= MAY_ANSWER);
  const placeOf = ({ id, kind, validity }: Found): number =>
    validity === 'superseded' ? 2 : kind === 'note' || notes.isAhead(index.slot(id)) ? 0 : 1;
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** States that need a warning; planned and past are evident from the text. */
const CONTESTED: ReadonlySet<ValidityState> = new Set<ValidityState>([
  'superseded',
  'disputed',
  'partly',
  'doubtful',
  'ended',
]);

/** Warnings on delivered memories: of several topics, disputed, or no longer valid. */
export function warningsOn(
  { entropy, ofMany }: Pulse & { readonly ofMany: boolean },
  results: readonly Found[],
  delivered: readonly MemoryId[],
): string[] {
  const contested = results.filter(
    ({ id, validity }) => CONTESTED.has(validity) && delivered.includes(id),
  );
  return [
    ...(ofMany && entropy > GATED_ABOVE && delivered.length > 2
      ? ['What was found is about many matters: ask of one at a time.']
      : []),
    ...contested.map(({ id, validity }) =>
      validity === 'disputed' ? `${id} is disputed: see conflicts.` : `${id} no longer holds.`,
    ),
  ];
}

/** How recalled text is rendered; `auto` chooses. */
export const DISTILLATION_MODES = [
  'auto',
  'raw',
  'narrative',
  'structured',
  'code_focused',
] as const;

/** Input of `context`: what to give to a model, and how much of it. */
export const ContextInput = z.strictObject({
  query: RecallProfile.shape.query
    .unwrap()
    .describe('The question, task or topic at hand, 1 to 4,096 characters.'),
  maxTokens: wholeNumber(100, 8_192).default(2_048).describe('Most tokens the text may take.'),
  mode: z
    .enum(DISTILLATION_MODES)
    .default('auto')
    .describe(
      'raw: whole memories; structured: the passages that bear on it, by day; narrative: the same as sentences; code_focused: code first; auto: raw where all of it fits, else distilled.',
    ),
  verbosity: wholeNumber(0, 2)
    .default(1)
    .describe(
      '0: first words and ids; 1: texts with who and when; 2: also why, how sure, and what speaks against it.',
    ),
  whole: RecallProfile.shape.whole
    .unwrap()
    .default(false)
    .describe('Whether raw text has all of a long memory; if not, the passage of it that answers.'),
  priority: z
    .enum(['low', 'normal', 'high', 'critical'])
    .default('normal')
    .describe(
      'How hard to look where recall is not sure: high widens the search once, critical three times; low looks at fewer memories.',
    ),
  speaker: RecallProfile.shape.speaker,
  session: RecallProfile.shape.session,
  agentId: RecallProfile.shape.agentId,
  runId: RecallProfile.shape.runId,
  for: RecallProfile.shape.for,
  tags: RecallProfile.shape.tags,
  metadata: RecallProfile.shape.metadata,
  ...NOTE_FILTER,
  within: RecallProfile.shape.context,
  now: RecallProfile.shape.now,
  exclude: RecallProfile.shape.exclude,
  exceptSession: SessionId.optional().describe(
    'Nothing of this session: the model has its words before it.',
  ),
  exceptSince: BoundInput.optional().describe(
    'With exceptSession: only what was said in it from this moment on is left out, as after its earlier part was summarised.',
  ),
  delta: SessionId.optional().describe(
    'The conversation that gets it: what it was given before is named, not sent again; session clear forgets what it was given.',
  ),
  precision: RecallProfile.shape.precision
    .unwrap()
    .default('high')
    .describe(
      'high: only what bears on the question, and nothing where nothing does; normal: the best there is.',
    ),
  minProbability: RecallProfile.shape.minProbability,
  pulse: flag(
    'Whether a last line tells how mixed and how coherent what was found is, where there is room.',
  ),
  offer: z
    .array(z.string().max(60))
    .max(500, 'at most 500 names')
    .optional()
    .describe(
      'What its reader can be told to do next, by the names of operations and tools; default: every one.',
    ),
});
export type ContextInput = z.input<typeof ContextInput> & OfUser;
export type ParsedContextInput = z.output<typeof ContextInput>;
