import { z } from 'zod';
import { localSaid } from '../../domain/memory.js';
import { startIn } from '../../domain/memory-times.js';
import { offsetsOf, type OffsetAt } from '../../domain/time.js';
import { parseInput } from '../../domain/input.js';
import { citationOf, MemoryId } from '../../domain/ids.js';
import { givenLine, pulseLine } from '../../domain/recalled-text.js';
import { RecollectionId } from '../../domain/feedback.js';
import type { Recollection } from '../../domain/recollection.js';
import { findCode } from '../../language/code/find-code.js';
import { countTokens } from '../../language/count-tokens.js';
import { withoutRepeats } from '../../recall/deliver.js';
import { recall } from '../../recall/recall.js';
import type { OpenBank } from '../../bank/core.js';
import {
  asksOfMany,
  bearsOn,
  ContextInput,
  DISTILLATION_MODES,
  inOrderOfUse,
  isFilledByBearing,
  type ParsedContextInput,
  Pulse,
  pulseOf,
  warningsOn,
} from './relevance.js';
import { ReadingWorker } from '../reading/index.js';
import {
  distilledText,
  FIELDS,
  type Filled,
  fillWithBlocks,
  type Found,
  notesText,
  rawBlocks,
  tokensOf,
} from './context-text.js';
import { GivenBefore, type Has } from './session.js';
import { type Of, OwnText, type SchemaOf } from '../../domain/schema.js';

const injectedContextShape = z.strictObject({
  /** A label, then the recalled text between marks that declare it as data; empty if nothing was found. */
  context: OwnText,
  /** Tokens of `context`; never above the budget. */
  tokensUsed: z.number(),
  /** Tokens of everything found, in full. */
  tokensBefore: z.number(),
  /** How it was rendered. */
  mode: z.enum(DISTILLATION_MODES).exclude(['auto']),
  /** 1 - `tokensUsed` / `tokensBefore`, 0..1; 0 for raw text. */
  compression: z.number(),
  /** Coherence of the delivered memories. */
  pulse: Pulse,
  /** Set if the results are scattered, or if delivered memories no longer hold or are disputed. */
  warnings: z.array(OwnText),
  /** The memories in it, best first. */
  delivered: z.array(MemoryId),
  /** Those of `delivered` that the `delta` conversation already has: they are only cited. */
  known: z.array(MemoryId),
  /** Memories it was given before that are no longer valid. */
  gone: z.array(MemoryId),
  /** Memories found but left out: too unlikely to be relevant, no room, or repeating another. */
  left: z.number(),
  /** Those of `left` that are too unlikely to be relevant; precision `normal` includes them. */
  unlikely: z.number(),
  /** Pass it to `feedback` with a memory's id to vote on that memory. */
  recollection: RecollectionId,
  /** The bank's sequence number it is based on. */
  sequence: z.number(),
  /**
   * Number of turns waiting to be read into notes, with the verb that shows them, if nobody reads them or reading
   * fails; reported once per conversation, else null.
   */
  unread: OwnText.nullable(),
  notices: z.array(z.string()),
});
/** Memories as text that can be given to a model directly. */
export interface InjectedContext extends Of<typeof injectedContextShape> {}
export const InjectedContext: SchemaOf<InjectedContext, typeof injectedContextShape> =
  injectedContextShape;

/** Tokens of the budget per memory considered, and bounds of the limit. */
const TOKENS_A_MEMORY = 20;
const MIN_LIMIT = 60;
const MAX_LIMIT = 120;
/** Maximum tokens of the pulse line, and the minimum budget for including it. */
const PULSE_TOKENS = 36;
const MIN_FOR_PULSE = 400;
/** Maximum results of a recall. */
const MAX_RECALLED = 200;
/** Limit for priority `low`. */
const LOW_LIMIT = 20;
/** How many times recall may widen the search while it is uncertain. */
const WIDENING: Readonly<Record<ParsedContextInput['priority'], number>> = {
  low: 0,
  normal: 0,
  high: 1,
  critical: 3,
};

/** Only memories contained in the text count as used, not everything found. */
type Note = (used: Pick<Recollection, 'id' | 'plan' | 'delivered'>) => Promise<void>;

/** Recalls, ranked best first, and fills the budget with whole memories or their relevant passages. */
export async function composeContext(
  raw: unknown,
  bank: OpenBank,
  note: Note,
): Promise<InjectedContext> {
  const asked = parseInput(ContextInput, raw, 'context');
  const { maxTokens, verbosity } = asked;
  const looked = await lookFor(asked, bank);
  const offset = offsetsOf((await bank.state.settings()).zone);
  const { byNotes, found, beside, considered, sequence, notices } = looked;
  const before = asked.delta === undefined ? null : await GivenBefore.of(asked.delta, bank);
  const breadth = resultLimitOf(asked);
  const bearing = withoutSession(found, asked, offset)
    .slice(0, breadth)
    .map((each) => ({
      ...each,
      saidAt: localSaid({ ...each, provenance: each.evidence }, offset),
    }));
  // Found, but filtered out by precision, within the limit of a context.
  const unlikely = Math.max(0, Math.min(considered, limitOf(asked)) - found.length);
  const results = before?.telling(bearing) ?? bearing;
  const shown = asked.whole ? results : results.map(byExcerpt);
  const blocks = rawBlocks(shown, beside, verbosity);
  const shownTokens = tokensOf(blocks);
  const whole = shown.some((each, at) => each !== results[at])
    ? tokensOf(rawBlocks(results, beside, verbosity))
    : shownTokens;
  // Reserves room for the pulse line if the budget is large enough.
  const budget =
    asked.pulse && verbosity > 0 && maxTokens >= MIN_FOR_PULSE
      ? maxTokens - PULSE_TOKENS
      : maxTokens;
  const mode = byNotes ? 'structured' : modeOf(asked, results, shownTokens, budget);
  const chosen = {
    ...{ asked, expansions: looked.plan.expansions, results, shown, blocks },
    has: before?.has,
    byNotes,
  };
  const { text, delivered } = putInto(budget, mode, chosen, bank);
  await note({ id: looked.id, plan: looked.plan, delivered });
  await before?.note();
  const { pulse, ofMany } = pulseOn(results, delivered, asked, bank);
  const [known, gone] = [before?.known ?? [], before?.gone() ?? []];
  const context = linesOf(
    text,
    citedLine(known, gone, bank),
    text === '' || budget === maxTokens
      ? ''
      : pulseLine(pulse.entropy, pulse.coherence, pulse.suggested?.operation ?? 'continue'),
  );
  const tokensUsed = countTokens(context);
  return {
    recollection: looked.id,
    context,
    tokensUsed,
    tokensBefore: whole,
    mode,
    compression: mode === 'raw' || whole === 0 ? 0 : Math.max(0, 1 - tokensUsed / whole),
    pulse,
    warnings: warningsOn({ ...pulse, ofMany }, results, delivered),
    delivered,
    known: [...known],
    gone: [...gone],
    left: bearing.length - delivered.length + unlikely,
    unlikely,
    sequence,
    unread: await unreadFor(asked, bank),
    notices,
  };
}

/** Null if the reader cannot act on it. */
async function unreadFor(
  { delta, within, exceptSession, offer }: ParsedContextInput,
  { parts }: OpenBank,
): Promise<string | null> {
  if (offer?.includes('unread') === false) return null;
  return parts.of(ReadingWorker).line(delta ?? within?.session ?? exceptSession ?? null);
}

/** Recalls for a context, in output order: empty if nothing is relevant to the message. */
async function lookFor(asked: ParsedContextInput, bank: OpenBank) {
  const find = (own: ParsedContextInput): ReturnType<typeof recall> =>
    recall(profileOf(own), bank.name, bank.state, bank.recall);
  const wide = isFilledByBearing(asked) ? await find({ ...asked, precision: 'normal' }) : null;
  // Without fitted probabilities, recall itself decides by words what answers.
  const knows = wide?.probability ?? null;
  const { results, ...others } = wide === null || knows === null ? await find(asked) : wide;
  const found = results as readonly Found[];
  if (knows === null) return { ...others, byNotes: false, found };
  const bears = bearsOn(asked.query, { knows, found, periods: others.plan.periods }, bank);
  return {
    ...others,
    byNotes: bank.state.notes.size > 0,
    found: bears ? inOrderOfUse(asked.query, found, bank.state) : [],
  };
}

/** The coherence of the delivered memories, and whether the query covers several topics. */
function pulseOn(
  results: readonly Found[],
  memories: readonly MemoryId[],
  { query, offer }: ParsedContextInput,
  { state, recall: { stemmer } }: OpenBank,
): { readonly pulse: Pulse; readonly ofMany: boolean } {
  const texts = results.filter(({ id }) => memories.includes(id)).map(({ content }) => content);
  const ofMany = asksOfMany(query, texts, stemmer);
  return { pulse: pulseOf(state, { memories, query, ofMany, offer }), ofMany };
}

interface FillInput {
  readonly asked: ParsedContextInput;
  readonly expansions: readonly string[];
  readonly results: readonly Found[];
  /** The same results, long ones reduced to the passage that answers. */
  readonly shown: readonly Found[];
  readonly blocks: ReturnType<typeof rawBlocks>;
  readonly has: Has | undefined;
  readonly byNotes: boolean;
}

function putInto(
  budget: number,
  mode: InjectedContext['mode'],
  { asked, expansions, results, shown, blocks, has, byNotes }: FillInput,
  bank: OpenBank,
): Filled {
  const { query, verbosity, maxTokens } = asked;
  const given = has === undefined ? {} : { has };
  if (byNotes) return notesText(shown, budget, bank, has);
  const put =
    mode === 'raw'
      ? fillWithBlocks(withoutRepeats(blocks), budget, has)
      : distilledText(
          results,
          { query, expansions, form: mode, verbosity, budget, ...given },
          bank,
        );
  // If the budget has no room for one memory or sentence, fall back to first words.
  return put.delivered.length === 0 ? fillWithBlocks(rawBlocks(shown, [], 0), maxTokens, has) : put;
}

const linesOf = (...lines: readonly string[]): string =>
  lines.filter((line) => line !== '').join('\n');

function citedLine(
  known: readonly MemoryId[],
  gone: readonly MemoryId[],
  { state }: OpenBank,
): string {
  const cite = (id: MemoryId): string => citationOf(id, state.index.size);
  return givenLine(known.map(cite), gone.map(cite));
}

/** Excludes what the model already has in its session. */
function withoutSession(
  results: readonly Found[],
  { exceptSession, exceptSince: given = -Infinity }: ParsedContextInput,
  offset: OffsetAt,
): readonly Found[] {
  const exceptSince = startIn(given, offset);
  return exceptSession === undefined
    ? results
    : results.filter(({ session, saidAt }) => session !== exceptSession || saidAt < exceptSince);
}

function resultLimitOf({ maxTokens, priority }: ParsedContextInput): number {
  return priority === 'low'
    ? LOW_LIMIT
    : Math.min(MAX_LIMIT, Math.max(MIN_LIMIT, Math.ceil(maxTokens / TOKENS_A_MEMORY)));
}

/** Fetches more if the session's own memories will be excluded. */
function limitOf(asked: ParsedContextInput): number {
  return asked.exceptSession === undefined
    ? Math.min(MAX_LIMIT, resultLimitOf(asked))
    : Math.min(MAX_RECALLED, 2 * resultLimitOf(asked));
}

function profileOf(asked: ParsedContextInput): Record<string, unknown> {
  const { maxTokens: _, mode: __, verbosity, whole, priority, within, ...others } = asked;
  const { exceptSession, exceptSince, delta, pulse, offer, ...profile } = others;
  return {
    ...profile,
    context: within,
    limit: limitOf(asked),
    cascade: WIDENING[priority],
    expand: verbosity === 2,
    fields: [...FIELDS, ...(verbosity === 2 ? (['contradictions'] as const) : [])],
  };
}

/** Reduces a long memory to the passage that answers. */
function byExcerpt(found: Found): Found {
  return found.excerpt === undefined ? found : { ...found, content: found.excerpt.text };
}

/** If everything fits there is nothing to distil; first words are already short. */
function modeOf(
  { mode, verbosity }: ParsedContextInput,
  results: readonly Found[],
  raw: number,
  budget: number,
): InjectedContext['mode'] {
  if (mode !== 'auto') return mode;
  if (raw <= budget || verbosity === 0) return 'raw';
  let code = 0;
  let all = 0;
  for (const {
    content,
    why: { score },
  } of results) {
    all += score;
    if (findCode(content).some(({ kind }) => kind === 'block')) code += score;
  }
  return code * 2 > all ? 'code_focused' : 'structured';
}
