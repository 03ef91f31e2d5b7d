import { collectFaults, type ReadingFault } from '../language/read-text.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { PathReport } from '../domain/recollection.js';
import { ACCEPT_ALL, acceptor, type Accept } from '../indexes/index-lookups.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import type { LearnedEncoder } from '../spaces/dense-vectors.js';
import {
  foldNotes,
  inOrderOfTime,
  limitRepetitions,
  saysMoreThanAsked,
  weighTrust,
  withTrusted,
} from './ranking/reorder.js';
import {
  addPictureEvidence,
  associate,
  bestPassage,
  queryWeights,
  strongest,
} from './paths/semantic.js';
import {
  applyConstraints,
  type Constrained,
  moduleSources,
  readFeedback,
  weighTerms,
} from './module-hooks.js';
import { asksForReflections, nearReflections } from './beside-results.js';
import { CausalFit } from './paths/graph.js';
import { bankSources, type PathInput, walkSources } from './candidate-sources.js';
import { readFeatures, type FirstLook, type RankingInput } from './ranking/features.js';
import type { FeatureTable } from './ranking/feature-list.js';
import {
  adaptedTo,
  type FusionModel,
  readTalkTraits,
  scoreCandidates,
  type TalkTraits,
} from './ranking/fusion-model.js';
import { judgeCode } from './ranking/code/code-ranking.js';
import { profileFilter } from './profile-and-question.js';
import { byNamedPeriod } from './paths/temporal.js';
import { fuse, lift, rank, rerank } from './ranking/rank.js';
import type { Fused, Ranked } from './ranking/score.js';
import {
  type RankedSet,
  type QuestionContext,
  type RecallContext,
  ScratchBuffers,
} from './recall-context.js';
import { understand, type Understanding } from './understand.js';
import { currentMemories } from './read-store.js';

/** Candidates loaded per result requested, to be ranked by what only the loaded memory shows. */
const LOADED_PER_RESULT = 1.5;
const MIN_LOADED = 24;
/** Factor on that in banks with notes, because a note and its source turn are merged into one result. */
const WITH_NOTES = 2;

/** Runs a step with scratch buffers that no other recall is using. */
export async function withScratch<T>(
  { ports: { idle } }: Pick<RecallContext, 'ports'>,
  work: (bench: ScratchBuffers) => Promise<T>,
): Promise<T> {
  const bench = idle.pop() ?? new ScratchBuffers();
  try {
    return await work(bench);
  } finally {
    idle.push(bench);
  }
}

/** From question to ranked memories. */
export const rankCandidates = (context: RecallContext): Promise<RankedSet> =>
  withScratch(context, async (bench) => rankRetrieved(await retrieve(bench, context), context));

/** From candidates with their features to ranked memories. */
export async function rankRetrieved(
  { input, table, model, reports, fault, walked }: RetrievedCandidates,
  context: RecallContext,
): Promise<RankedSet> {
  const { profile, ports, timer } = context;
  const { index } = context.state;
  const fusedAll = timer.run('fuse', () => {
    const fusion = scoreCandidates(model, table);
    const { image } = input.found;
    return fuse(
      table,
      fusion,
      addPictureEvidence(fusion, table, image, model, profile.query === undefined),
    );
  });
  const judged = await timer.wait('code', () => judgeCode(fusedAll, input, model, ports.code));
  const fused = lift(judged, input.feedback.lifts);
  const top = withTrusted(fused, loadedFor(profile, context.state), ({ slot }) =>
    index.trust.get(slot),
  );
  const loaded = await timer.wait('load', () => load(top, context));
  const asked: QuestionContext = {
    ...context,
    understanding: input.understanding,
    votes: input.feedback.votes,
    vector: input.vector,
  };
  const ownTerms = timer.run('rank', () => rank(top, loaded, table, input, model));
  const weighed = await timer.wait('rank', () => weighTerms(ownTerms, asked, model));
  const beside = timer.run('beside', () => nearReflections(profile, input));
  const { reranker } = ports;
  const { query } = profile;
  const again =
    reranker === undefined || query === undefined
      ? { ranked: weighed, fault: null }
      : await timer.wait('rerank', () => rerank(weighed, query, reranker));
  const { ranked, validity } = await timer.wait('constraints', () =>
    constrain(again.ranked, asked, model),
  );
  const folded = foldNotes(ranked, context.state.notes);
  return {
    understanding: input.understanding,
    input,
    reports,
    expansions: strongest(input.associates, index),
    results: folded.slice(0, profile.limit),
    pool: folded,
    beside,
    validity,
    weighed,
    fused,
    table,
    model,
    walked,
    considered: table.seen.length,
    cascade: null,
    empty: table.seen.length === 0 && !anyAccepted(index, acceptorOf(context)),
    faults: [
      fault === null ? null : `The answer rests on words, links and time alone: ${fault}`,
      again.fault,
      query !== undefined && table.seen.length === 0 && isWordless(input.understanding)
        ? 'The question has no word, name or time to look for.'
        : null,
    ].filter((each) => each !== null),
  };
}

function isWordless({ terms, nameTerms, entities, periods }: Understanding): boolean {
  return terms.length + nameTerms.length + entities.length + periods.length === 0;
}

/** The order after scoring: by trust, by the period named, and by the constraints of modules. */
export function constrain(
  ranked: readonly Ranked[],
  asked: QuestionContext,
  model: FusionModel,
): Promise<Constrained> {
  const { understanding, state } = asked;
  if (understanding.query === '') return applyConstraints('ranking', ranked, asked);
  const trusted = weighTrust(ranked, understanding.query, model);
  const timely = inOrderOfTime(trusted, understanding, state.index);
  return applyConstraints('ranking', byNamedPeriod(timely, understanding, state.index), asked);
}

/** Candidates of all paths with their features: the input for fitting the fusion. */
export interface RetrievedCandidates {
  readonly input: RankingInput;
  readonly reports: readonly PathReport[];
  readonly table: FeatureTable;
  /** Traits of the bank and the question, and the fusion adapted to them. */
  readonly traits: TalkTraits;
  readonly model: FusionModel;
  readonly walked: PathInput;
  /** Why the query has no vector; null when it has one. */
  readonly fault: string | null;
}

export async function retrieve(
  { scorer, similarities }: ScratchBuffers,
  context: RecallContext,
): Promise<RetrievedCandidates> {
  const { profile, picture, now, offset, state, ports, timer } = context;
  await timer.wait('understood', () => state.notes.ready());
  const { index } = state;
  const unread: ReadingFault[] = [];
  const understanding = timer.run('understand', () =>
    collectFaults(unread, () => understand(profile, { now, offset }, state, ports)),
  );
  for (const { step, why } of unread) context.faults.note('reading', step, why);
  const feedback = await timer.wait('feedback', () => readFeedback(context, understanding));
  const associates = timer.run('associate', () =>
    associate(state, understanding.terms, ports.companions),
  );
  const { vector, fault } = await encodeQuery(context, understanding, associates);
  timer.run('encode', () => similarities.begin(index, vector));
  const similarity = (slot: number): number => similarities.of(slot);
  const causal = timer.run('encode', () => new CausalFit(index, ports.causal, understanding));
  const lexical = timer.run('score', () => scorer.score(index, understanding.terms));
  const walked: PathInput = {
    profile,
    understanding,
    index,
    lexical,
    similarities,
    causal,
    accepts: bothOf(acceptorOf(context), saysMoreThanAsked(understanding, index, ports.stemmer)),
    edges: state.edges,
    feedback,
    picture,
    pictureSpace: ports.pictures.space,
  };
  const { found: all, reports } = await timer.wait('paths', () => {
    const asked: QuestionContext = { ...context, understanding, votes: feedback.votes, vector };
    return walkSources([...bankSources(walked), ...moduleSources(asked, walked.accepts)], context);
  });
  const found = limitRepetitions(all, understanding, index);
  const traits = readTalkTraits(index, understanding.reading);
  const model = adaptedTo(ports.model, traits);
  const input: RankingInput = {
    index,
    understanding,
    vector,
    found,
    lexical,
    similarity,
    prepare: (slots) => similarities.prepare(slots),
    passage: (slot) => bestPassage(slot, { index, understanding, lexical, similarities }),
    causal,
    associates,
    feedback,
  };
  return {
    input,
    reports,
    walked,
    traits,
    model,
    table: timer.run('features', () => readFeatures(input, firstLook(context, model))),
    fault,
  };
}

/** The question's vector, from the model that filled the bank or from the built-in encoder. */
async function encodeQuery(
  { profile, state, ports, timer }: RecallContext,
  understanding: Understanding,
  associates: ReturnType<typeof associate>,
): ReturnType<typeof askLearned> {
  const { index, encoder } = state;
  if (ports.embedder?.id !== encoder) {
    const vector = timer.run('encode', () =>
      ports.encoder.query(queryWeights(understanding, associates, index)),
    );
    return { vector, fault: null };
  }
  const { embedder } = ports;
  return timer.wait('encode', () => askLearned(embedder, profile, index));
}

/** A question by picture alone has no words to send to a model. */
async function askLearned(
  learned: LearnedEncoder,
  { query }: ParsedProfile,
  index: BankIndex,
): ReturnType<LearnedEncoder['query']> {
  return query === undefined
    ? { vector: new Float32Array(index.vectors.dimensions), fault: null }
    : learned.query(query);
}

/** How the candidates to be read closely are chosen; undefined if all are. Code is judged separately. */
export function firstLook(
  { profile, state, ports: { code } }: RecallContext,
  model: FusionModel,
): FirstLook | undefined {
  if (model.first === undefined) return undefined;
  const { index, notes } = state;
  const isCode: Accept =
    code === null || index.coded === 0 ? () => false : (slot) => index.isCode(slot);
  return {
    model: model.first,
    loaded: loadedFor(profile, state),
    kept: notes.size === 0 ? isCode : (slot) => isCode(slot) || notes.isAhead(slot),
  };
}

const loadedFor = ({ limit }: ParsedProfile, { notes }: BankState): number =>
  Math.max(MIN_LOADED, Math.ceil(limit * LOADED_PER_RESULT)) * (notes.size > 0 ? WITH_NOTES : 1);

/** The filter for what the answer may contain. */
export function acceptorOf({
  profile,
  state,
  accepts,
}: Pick<RecallContext, 'profile' | 'state' | 'accepts'>): Accept {
  return bothOf(profileAcceptor(profile, state.index), accepts ?? ACCEPT_ALL);
}

/** Accepts what both accept; stays `ACCEPT_ALL` if both are, which searches recognise. */
function bothOf(one: Accept, other: Accept): Accept {
  if (other === ACCEPT_ALL) return one;
  return one === ACCEPT_ALL ? other : (slot) => one(slot) && other(slot);
}

export function profileAcceptor(profile: ParsedProfile, index: BankIndex): Accept {
  const filtered = acceptor(index, profileFilter(profile));
  // Reflections are reported separately, unless their kind is asked for.
  const accepts: Accept =
    index.reflected.size === 0 || asksForReflections(profile)
      ? filtered
      : (slot) => !index.reflected.has(slot) && filtered(slot);
  if (profile.exclude === undefined) return accepts;
  const excluded = new Set(profile.exclude.map((id) => index.slot(id)));
  return (slot) => !excluded.has(slot) && accepts(slot);
}

/** Loads the memories as of `asOf`; those not in the bank at that time drop out here. */
async function load(
  top: readonly Fused[],
  context: RecallContext,
): Promise<ReadonlyMap<number, Memory>> {
  const { index, edges, conflicts } = context.state;
  const idOf = ({ slot }: Fused): MemoryId => index.id(slot);
  // The next step needs their conflicts, so both are requested from a server at once.
  const [memories] = await Promise.all([
    currentMemories(top.map(idOf), context),
    conflicts.of(top.filter(({ slot }) => edges.isContested(slot)).map(idOf)),
  ]);
  return new Map(memories.map((memory) => [index.slot(memory.id), memory]));
}

function anyAccepted(index: BankIndex, accepts: Accept): boolean {
  for (let slot = 0; slot < index.size; slot++) if (accepts(slot)) return true;
  return false;
}
