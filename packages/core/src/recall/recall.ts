import { createHash } from 'node:crypto';
import { damageNotice } from '../domain/errors.js';
import { type RecollectionId, resultId } from '../domain/feedback.js';
import { type BankName, makeId, type MemoryId } from '../domain/ids.js';
import { askedAt } from '../domain/memory-times.js';
import { StepTimer } from '../domain/pace.js';
import type { ParsedProfile } from '../domain/profile.js';
import type {
  ModuleFault,
  Recollection,
  ReferenceReport,
  StrategyReport,
} from '../domain/recollection.js';
import { type GivenMoment, UTC } from '../domain/time.js';
import { CURRENT, UNREAD } from '../domain/validity.js';
import type { BankState } from '../indexes/bank-state.js';
import { describeInterval } from '../language/calendar.js';
import { expand, presentReflections, type Surrounding } from './beside-results.js';
import { ModuleFaults } from './candidate-sources.js';
import { needOf } from './candidate.js';
import { judgingOf } from './cascade.js';
import { termCoverage } from './confidence/evidence.js';
import { judgeCertainty, type Judged, type Judging } from './confidence/judge-certainty.js';
import type { Judgement, KnownJudgement } from './confidence/judgement.js';
import { deliver, EMPTY_LIST_TOKENS, fitReflections, present } from './deliver.js';
import { explain, notices, occurredFor } from './explain.js';
import {
  chooseLayered,
  fitLayers,
  type FittedLayers,
  type Layered,
  layersAsked,
} from './layered.js';
import { readQueryPicture } from './paths/semantic.js';
import { missesNamedPeriod } from './paths/temporal.js';
import { boundedProfile, readProfile } from './profile-and-question.js';
import { heldTerms } from './ranking/rank.js';
import { constraintsOn } from './ranking/score.js';
import {
  assertPathsKnown,
  currentMemories,
  readContext,
  sourceTurnsOf,
  unreadAmong,
  withMatchingMemories,
} from './read-store.js';
import { cacheKey } from './recall-cache.js';
import type { RankedSet, RecallContext, RecallPorts } from './recall-context.js';
import { recallByStrategy } from './strategies/recall-by-strategy.js';

/**
 * Understand → paths → features → fuse → load → rank → expand → explain → deliver. Read-only; the caller passes what
 * was delivered to the store's `recordUsage`. Throws `invalid_input` for a bad profile.
 */
export async function recall(
  raw: unknown,
  bank: BankName,
  state: BankState,
  ports: RecallPorts,
): Promise<Recollection> {
  const timer = new StepTimer(() => ports.clock.ticks());
  const { context, references, unclear } = await readRecallContext(raw, bank, state, ports, timer);
  const { profile, now, offset, picture } = context;
  const { sequence } = state;
  const key = cacheKey(profile, now, picture?.sha256, [...unclear, String(offset(now))]);
  const cached = timer.run('cache', () => ports.cache.get(key, sequence));
  const noteSteps = (cacheHit: boolean): void =>
    ports.observer.flow({
      flow: 'recall',
      steps: timer.times,
      cacheHit,
      queryHash: () => hashed(profile.query ?? ''),
      outcomes: [],
      rewards: [],
    });
  if (cached !== null) {
    noteSteps(true);
    return { ...cached, results: [...cached.results], cacheHit: true, timings: timer.times };
  }

  const { chosen, layers, strategy, sure } = await chooseAsked(context);
  const answer = await assemble(context, chosen, layers, sure);
  const id = recollectionId([bank, key, sequence, answer.delivered.ids]);
  const recollection = compose(
    profile,
    chosen,
    answer,
    {
      id,
      sequence,
      strategy,
      references,
      constraints: ports.modules.flatMap(({ constraints: own = [] }) =>
        own.map(({ name }) => name),
      ),
      faults: context.faults.list,
      standing: [
        ...unclear,
        ...servedOtherwise(state, ports),
        ...damageNotice(await ports.store.unreadable(bank)),
      ],
    },
    timer,
  );
  // A copy: the caller may modify its list. Answers that lacked a model are not cached. Nor is the
  // meta layer: it reports usage, which is no change of the bank.
  if (chosen.faults.length === 0 && context.faults.list.length === 0 && layers?.meta === undefined)
    ports.cache.put(key, sequence, { ...recollection, results: [...recollection.results] });
  noteSteps(false);
  return recollection;
}

/** Distinguishes questions without revealing them. */
const hashed = (query: string): string =>
  createHash('sha256').update(query).digest('hex').slice(0, 12);

/** A recall as requested: its profile as understood within the conversation, with what was resolved or left unclear. */
interface ReadRecallContext {
  readonly context: RecallContext;
  readonly references: readonly ReferenceReport[];
  readonly unclear: readonly string[];
}

/** Reads the profile and brings the bank up to date with the store. Throws `invalid_input`. */
export async function readRecallContext(
  raw: unknown,
  bank: BankName,
  state: BankState,
  ports: RecallPorts,
  timer: StepTimer,
): Promise<ReadRecallContext> {
  const given = timer.run('parse', () => readProfile(raw));
  assertPathsKnown(given, ports.modules);
  await timer.wait('follow', () => state.loaded());
  const zone = (await state.settings()).zone ?? UTC;
  const { now, offset } = askedAt(given.now, zone, ports.clock.now());
  const asked = boundedProfile(given, offset);
  const { profile, references, notices } =
    asked.context === undefined
      ? { profile: asked, references: [], notices: [] }
      : await timer.wait('context', () => readContext(asked, bank, state, ports));
  const { image } = profile;
  const filtered = await timer.wait('filter', () =>
    withMatchingMemories(profile, bank, state, ports),
  );
  const picture =
    image === undefined
      ? null
      : await timer.wait('picture', () => readQueryPicture(image, ports.pictures));
  return {
    context: {
      profile: filtered,
      picture,
      now,
      offset,
      bank,
      state,
      ports,
      timer,
      faults: new ModuleFaults(),
    },
    references,
    unclear: notices,
  };
}

/** The results as the caller gets them: with their context, in the fields and token budget requested. */
export async function assemble(
  context: RecallContext,
  chosen: RankedSet,
  layers: Answer['layers'] = null,
  sure: Sure = {},
): Promise<Answer> {
  const { profile, state, ports, timer, now } = context;
  const judged = timer.run('confidence', () =>
    judgeCertainty({ ...judgingOf(chosen, { profile, state, now, ports }), ...sure }),
  );
  const surroundings = await timer.wait('expand', () => surround(judged, context));
  const told = await timer.wait('understood', () => sourceTurnsOf(judged.results, context));
  const unread = await timer.wait('understood', () =>
    unreadAmong(
      judged.results.map(({ memory }) => memory),
      context,
    ),
  );
  const presented = timer.run('explain', () =>
    judged.results.map((result) =>
      present(
        result,
        judged.judgements.get(result.slot) as Judgement,
        {
          provenance: explain(result, heldTerms(result.slot, chosen.input), chosen.understanding),
          occurred: occurredFor(result.memory, { profile, understanding: chosen.understanding }),
        },
        surroundings.get(result.memory.id),
        chosen.validity?.(result.memory.id) ?? (unread.has(result.memory.id) ? UNREAD : CURRENT),
        told.get(result.slot),
      ),
    ),
  );
  const fitted = timer.run('deliver', () =>
    layers === null || profile.tokenBudget === undefined
      ? null
      : fitLayers(layers, profile.tokenBudget - EMPTY_LIST_TOKENS),
  );
  // If rows were requested, the results get what they leave of the budget, at least an empty list.
  const budget =
    profile.tokenBudget === undefined
      ? undefined
      : Math.max(0, profile.tokenBudget - (fitted?.tokens ?? 0));
  const beside = await timer.wait('beside', () =>
    presentReflections(chosen.beside, profile.asOf, state, (ids) => currentMemories(ids, context)),
  );
  const delivered = timer.run('deliver', () =>
    fitReflections(deliver(presented, profile, budget), beside, budget),
  );
  return { judged, delivered, layers, fitted };
}

interface Asked {
  readonly chosen: RankedSet;
  readonly layers: Layered['layers'] | null;
  readonly strategy: StrategyReport;
  readonly sure: Sure;
}

/** Evidence on the answer in addition to the words of the question. */
type Sure = Pick<Judging, 'knownAtLeast' | 'lead' | 'gone'>;

/** Uses the profile's strategy. Layers are always searched plainly, and that is reported. */
async function chooseAsked(context: RecallContext): Promise<Asked> {
  const asked = layersAsked(context.profile);
  if (asked === null) {
    const { chosen, report, ...sure } = await recallByStrategy(context);
    return { chosen, layers: null, strategy: report, sure };
  }
  const { strategy } = context.profile;
  const unavailable =
    strategy === 'auto' || strategy === 'plain' ? [] : ['layers are asked plainly'];
  return {
    ...(await chooseLayered(context, asked)),
    strategy: { asked: strategy, used: 'plain', steps: [], unavailable },
    sure: {},
  };
}

interface Answer {
  readonly judged: Judged;
  readonly delivered: ReturnType<typeof fitReflections>;
  readonly layers: Layered['layers'] | null;
  /** The layers fitted into the token budget; null without one. */
  readonly fitted: FittedLayers | null;
}

async function surround(
  { results }: Judged,
  context: RecallContext,
): Promise<ReadonlyMap<MemoryId, Surrounding>> {
  if (!context.profile.expand) return new Map();
  const kept = context.profile.asOf === undefined ? context.ports.surroundings : null;
  return expand(results, context.state, kept, (ids) => currentMemories(ids, context));
}

/** What an answer reports in addition to its results. */
interface Beside {
  readonly id: RecollectionId;
  readonly sequence: number;
  readonly strategy: StrategyReport;
  readonly references: readonly ReferenceReport[];
  /** Names of the modules' constraints. */
  readonly constraints: readonly string[];
  readonly faults: readonly ModuleFault[];
  readonly standing: readonly string[];
}

function compose(
  profile: ParsedProfile,
  chosen: RankedSet,
  { judged, delivered, layers, fitted }: Answer,
  { id, sequence, strategy, references, constraints, faults, standing }: Beside,
  timer: StepTimer,
): Recollection {
  const { understanding } = chosen;
  const { feedback } = chosen.input;
  const need = needOf(understanding);
  const { probability, ...known } = judged.known;
  const periods = understanding.periods.map(({ from, to, precision }) =>
    describeInterval(from, to, precision),
  );
  return {
    id,
    results: delivered.results,
    beside: delivered.beside,
    delivered: delivered.ids,
    resultIds: delivered.ids.map((_, at) => resultId(id, at + 1)),
    probability,
    layers: fitted?.layers ?? layers,
    plan: {
      reasoning: understanding.reasoning,
      cues: understanding.cues,
      route: understanding.route,
      paths: chosen.reports,
      entities: [...new Set(understanding.entities.map(({ name }) => name))],
      periods,
      expansions: chosen.expansions,
      constraints: constraintsOn(judged.results, constraints),
      need,
      strategy,
      references,
      faults,
    },
    why: {
      known,
      coverage: termCoverage(judged.results, understanding, chosen.input.index),
      feelingOfKnowing: feedback.feelingOfKnowing(need),
    },
    cascade: chosen.cascade,
    considered: chosen.considered,
    tokens: delivered.tokens === null ? null : delivered.tokens + (fitted?.tokens ?? 0),
    cacheHit: false,
    asOf: profile.asOf ?? null,
    sequence,
    timings: timer.times,
    notices: [
      ...notices(profile, chosen, delivered),
      ...(fitted !== null && fitted.left > 0
        ? [`${fitted.left} rows of layers did not fit into ${profile.tokenBudget} tokens.`]
        : []),
      ...(missesNamedPeriod(judged.results, understanding, chosen.input.index)
        ? [`Nothing that the bank holds was said or happened in ${periods.join(' or ')}.`]
        : []),
      ...judged.notices,
      ...standing,
    ],
  };
}

/** A hash of the parts: equal parts give the same id. */
function recollectionId(parts: readonly unknown[]): RecollectionId {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  let at = 0;
  return makeId('r', () => digest.readUInt32LE(4 * at++)) as RecollectionId;
}

/** A bank filled by the built-in encoder is served by it until it is reindexed. */
function servedOtherwise({ encoder }: BankState, { embedder }: RecallPorts): string[] {
  return embedder === undefined || embedder.id === encoder
    ? []
    : [`This bank is filled by ${encoder}; ${embedder.id} serves it after \`mneme reindex\`.`];
}

/** Maximum length of a question, in UTF-16 units; the rest is cut off. */
const MAX_QUESTION_LENGTH = 4_096;

/**
 * Whether the bank knows an answer to a question or has something on a subject, by recall's own figures, for all
 * verbs that report it; with the results that it judged. Does not count as usage.
 */
export async function knownOf(
  question: string,
  { name, state, recall: ports }: { name: BankName; state: BankState; recall: RecallPorts },
  now?: GivenMoment,
): Promise<KnownJudgement & Pick<Recollection, 'results'>> {
  const { probability, why, results } = await recall(
    { query: question.slice(0, MAX_QUESTION_LENGTH), now },
    name,
    state,
    ports,
  );
  return { probability, ...why.known, results };
}
