import { type MemoryId, narrowedTags } from '../domain/ids.js';
import {
  type Layer,
  type LayerAnswer,
  type LayeredAnswer,
  type LayerExplanation,
  LAYERS,
  LAYERS_OF,
  type ProceduralRow,
} from '../domain/layers.js';
import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Accept } from '../indexes/index-lookups.js';
import type { Reminder } from '../kernel/module.js';
import { countTokens } from '../language/count-tokens.js';
import { readRoute } from '../language/route/read-route.js';
import { judgingOf } from './cascade.js';
import { chancesOf } from './confidence/judge-certainty.js';
import {
  episodicRows,
  graphRows,
  isMemoryLayer,
  type JudgedRow,
  MEMBERS,
  type MemoryLayer,
  metaRows,
  proceduralRows,
  semanticRows,
} from './memory-layers.js';
import { goalsAsked, planningRows, prospectiveRows, remindersAsked } from './planning-layers.js';
import { profileAcceptor, rankCandidates } from './rank-candidates.js';
import { currentMemories } from './read-store.js';
import type { RankedSet, RecallContext } from './recall-context.js';

/** What was found for the layers, and the answer grouped by them. */
export interface Layered {
  readonly chosen: RankedSet;
  readonly layers: LayeredAnswer;
}

/**
 * The layers a profile asks for, in their order: those it names, else those inferred from the query; null for a plain
 * recall.
 */
export function layersAsked({
  layers,
  groupByLayer,
  query = '',
}: ParsedProfile): readonly Layer[] | null {
  if (layers !== undefined) return LAYERS.filter((layer) => layers.includes(layer));
  return groupByLayer
    ? LAYERS.filter((layer) => LAYERS_OF[readRoute(query).type.value].includes(layer))
    : null;
}

/** The recall shared by all layers has this many times the limit, so that each layer finds its own memories. */
const WIDER = 3;
const MAX_SHARED_LIMIT = 200;
/** A layer that gets fewer memories than this from the shared recall is queried separately. */
const MIN_ROWS = 3;

/**
 * One recall over everything that may belong to any of the layers, then grouped; a layer that others crowded out is
 * queried separately. Links, goals and counts are read in addition. Each layer reports what it lacks.
 */
export async function chooseLayered(
  context: RecallContext,
  asked: readonly Layer[],
): Promise<Layered> {
  const { profile, state, now, timer } = context;
  const { index } = state;
  const own = asked.filter(isMemoryLayer);
  const among =
    (layers: readonly MemoryLayer[]): Accept =>
    (slot) =>
      layers.some((layer) => MEMBERS[layer](slot, index, now));
  const found = await rankCandidates(
    own.length === 0
      ? context
      : narrowed(
          context,
          among(own),
          own.length === 1 ? profile.limit : Math.min(MAX_SHARED_LIMIT, profile.limit * WIDER),
        ),
  );
  const shared = judgedOf(found, context);
  const members = new Map<MemoryLayer, readonly JudgedRow[]>();
  for (const layer of own) {
    const common = shared
      .filter(({ slot }) => MEMBERS[layer](slot, index, now))
      .slice(0, profile.limit);
    const alone = own.length > 1 && common.length < MIN_ROWS;
    members.set(
      layer,
      alone
        ? judgedOf(
            await rankCandidates(narrowed(context, among([layer]), profile.limit)),
            context,
            shared,
          )
        : common,
    );
  }
  const chosen = {
    ...found,
    results: own.length === 0 ? [] : found.results.slice(0, profile.limit),
  };
  return {
    chosen,
    layers: await timer.wait('layers', () =>
      group(context, { asked, members, ranked: shared, chosen }),
    ),
  };
}

function narrowed(context: RecallContext, accepts: Accept, limit: number): RecallContext {
  return { ...context, accepts, profile: { ...context.profile, limit } };
}

/** The results with the probability that each answers; those also in `shared` keep their probability from there. */
function judgedOf(
  found: RankedSet,
  context: RecallContext,
  shared: readonly JudgedRow[] = [],
): readonly JudgedRow[] {
  const chances = new Map([
    ...chancesOf(judgingOf(found, context), found.results.length),
    ...shared.map(({ slot, probability }) => [slot, probability] as const),
  ]);
  return found.results.map((ranked) => ({
    ...ranked,
    probability: chances.get(ranked.slot) ?? null,
  }));
}

interface LayerInput {
  readonly asked: readonly Layer[];
  readonly members: ReadonlyMap<MemoryLayer, readonly JudgedRow[]>;
  /** Everything from the shared recall, best first. */
  readonly ranked: readonly JudgedRow[];
  readonly chosen: RankedSet;
}

async function group(
  context: RecallContext,
  { asked, members, ranked, chosen }: LayerInput,
): Promise<LayeredAnswer> {
  const { profile, state, bank, now, offset, ports } = context;
  const { understanding } = chosen;
  const accepts = profileAcceptor(profile, state.index);
  const load = (ids: readonly MemoryId[]): Promise<readonly Memory[]> =>
    currentMemories(ids, context);
  const goals =
    asked.includes('planning') || asked.includes('prospective')
      ? await ports.store.goals(bank, profile.asOf)
      : [];
  const bearing = goalsAsked(goals, understanding, ports.stemmer);
  const isQuestion = (slot: number): boolean => state.index.has(slot, 'question');
  const of = (layer: MemoryLayer): readonly JudgedRow[] => members.get(layer) ?? [];
  const read: { readonly [Name in Layer]: () => Promise<NonNullable<LayeredAnswer[Name]>> } = {
    episodic: async () =>
      answer(episodicRows(of('episodic')), 'No experience of the bank bears on it.'),
    semantic: async () =>
      answer(
        semanticRows(of('semantic')),
        'No fact, opinion, observation, principle, claim or decision bears on it.',
      ),
    procedural: async () =>
      answer(
        await procedures(context, of('procedural')),
        'Nothing that was learned or told says how.',
      ),
    prospective: async () =>
      answer(
        prospectiveRows(
          of('prospective').filter(
            ({ slot, memory }) => !isQuestion(slot) || memory.occurredFrom > now,
          ),
          bearing,
          remindersAsked(await moduleReminders(context), understanding, ports.stemmer),
          { now, local: now + offset(now) },
        ),
        'No intention, task, dated event or goal lies ahead, and no forecast is due.',
      ),
    graph: async () =>
      answer(
        await graphRows(understanding.entities, { ...context, accepts, load }),
        'The query names no entity of the bank.',
      ),
    meta: async () =>
      answer(
        await metaRows(understanding, { bank, state, store: ports.store, accepts, now }),
        'Nothing is known.',
      ),
    planning: async () =>
      answer(
        planningRows(bearing, ranked, isQuestion),
        goals.length === 0
          ? 'The bank has no goals, and nothing found speaks of what stands in the way.'
          : 'No goal shares a word with the query, and nothing found speaks of what stands in the way.',
      ),
  };
  const answers = await Promise.all(
    asked.map(async (layer) => [layer, await read[layer]()] as const),
  );
  return { explanation: explain(profile, asked, chosen, answers), ...Object.fromEntries(answers) };
}

/** Reminders from modules; none if the profile filters, as they have no speaker, session, tag or past state. */
async function moduleReminders({
  profile,
  ports,
  now,
  faults,
}: RecallContext): Promise<readonly Reminder[]> {
  return isNarrowed(profile)
    ? []
    : ports.kept.remind(now, (module, why) => faults.note(module, 'reminders', why));
}

/**
 * Learned strategies together with the memories that describe procedures. Strategies are left out if the profile
 * filters, as they have no speaker, session, tag or past state.
 */
async function procedures(
  { profile, ports }: RecallContext,
  ranked: readonly JudgedRow[],
): Promise<readonly ProceduralRow[]> {
  const told = proceduralRows(ranked);
  const { query, kinds, threshold, limit } = profile;
  const narrowed = isNarrowed(profile) || (kinds !== undefined && !kinds.includes('strategy'));
  if (ports.procedures === undefined || query === undefined || narrowed) return told;
  const learned = (await ports.procedures(query, limit)).filter(
    ({ why }) => why.confidence >= threshold,
  );
  return [...told, ...learned].sort((a, b) => b.why.score - a.why.score).slice(0, limit);
}

function isNarrowed(profile: ParsedProfile): boolean {
  const { asOf, metadata, speaker, session, from, to } = profile;
  return [asOf, narrowedTags(profile), metadata, speaker, session, from, to].some(
    (filter) => filter !== undefined,
  );
}

function answer<Row>(
  rows: readonly Row[],
  empty: string,
): { rows: readonly Row[]; empty: string | null } {
  return { rows, empty: rows.length === 0 ? empty : null };
}

function explain(
  { layers, query = '' }: ParsedProfile,
  asked: readonly Layer[],
  { understanding }: RankedSet,
  answers: readonly (readonly [Layer, LayerAnswer])[],
): LayerExplanation {
  const { type } = understanding.route;
  const cues =
    type.cues.length === 0
      ? 'no cue of another type'
      : type.cues.map((cue) => `“${cue}”`).join(', ');
  return {
    query,
    type: type.value,
    reasoning: understanding.reasoning,
    why:
      layers === undefined
        ? `a ${type.value} query (${cues}) leads to ${asked.join(', ')}`
        : `asked for ${asked.join(', ')}; a ${type.value} query (${cues})`,
    layers: asked,
    counts: Object.fromEntries(answers.map(([layer, { rows }]) => [layer, rows.length])),
  };
}

export interface FittedLayers {
  readonly layers: LayeredAnswer;
  /** Tokens of the rows as JSON. */
  readonly tokens: number;
  /** Rows left out for lack of budget. */
  readonly left: number;
}

/**
 * Fits the rows into a token budget, counted on their JSON: one row of each layer in turn, so that no layer starves
 * another.
 */
export function fitLayers(answer: LayeredAnswer, budget: number): FittedLayers {
  const asked = LAYERS.filter((layer) => answer[layer] !== undefined);
  const kept = new Map<string, Set<unknown>>(asked.map((layer) => [layer, new Set()]));
  const deepest = Math.max(0, ...asked.map((layer) => answer[layer]?.rows.length ?? 0));
  let [tokens, left] = [2, 0];
  for (let at = 0; at < deepest; at++) {
    for (const layer of asked) {
      const row: unknown = answer[layer]?.rows[at];
      if (row === undefined) continue;
      const cost = countTokens(JSON.stringify(row)) + 1;
      if (tokens + cost > budget) left++;
      else {
        tokens += cost;
        kept.get(layer)?.add(row);
      }
    }
  }
  const counts: Record<string, number> = {};
  const trimmed = asked.map((layer) => {
    const rows = (answer[layer]?.rows ?? []).filter((row) => kept.get(layer)?.has(row));
    counts[layer] = rows.length;
    const had = (answer[layer]?.rows.length ?? 0) > 0;
    return [
      layer,
      {
        rows,
        empty:
          rows.length > 0
            ? null
            : had
              ? 'The token budget was full.'
              : (answer[layer]?.empty ?? null),
      },
    ] as const;
  });
  return {
    layers: { explanation: { ...answer.explanation, counts }, ...Object.fromEntries(trimmed) },
    tokens,
    left,
  };
}
