import type { MemoryId } from '../domain/ids.js';
import type { Validity } from '../domain/validity.js';
import type { Accept } from '../indexes/index-lookups.js';
import { NONE } from '../indexes/bank-index.js';
import { VoteIndex } from '../indexes/votes.js';
import {
  BUDGET_MS,
  type CandidateSource,
  type Constraint,
  type FoundMemory,
  isThenable,
  type LapsedAnswer,
  type Term,
} from '../kernel/module.js';
import { ask, candidatesPart, NOT_ASKED, type Source } from './candidate-sources.js';
import { type Candidate, type Feedback, PATH_LIMIT } from './candidate.js';
import { type FusionModel, probability } from './ranking/fusion-model.js';
import { constrained, type Ranked, sumOf } from './ranking/score.js';
import type { QuestionContext, RecallContext, RecallModule } from './recall-context.js';
import type { Understanding } from './understand.js';

/** How much modules raise candidates before the best are loaded: logits by slot, summed over modules. */
async function raisedBy(context: QuestionContext): Promise<ReadonlyMap<number, number>> {
  const raised = new Map<number, number>();
  for (const module of context.ports.modules) {
    const { raise } = module;
    if (raise === undefined) continue;
    const lifts = (await ask(module, 'raise', context, () => raise(context))) ?? [];
    for (const [id, lift] of lifts) {
      const slot = context.state.index.slot(id);
      if (!Number.isFinite(lift)) context.faults.note(module.name, 'raise', 'gave no number');
      else if (slot !== NONE) raised.set(slot, (raised.get(slot) ?? 0) + lift);
    }
  }
  return raised;
}

/**
 * Adds the modules' terms to the scores, all computed from the same ranking, and sorts again; returns the same list
 * if no term applies.
 */
export async function weighTerms(
  ranked: readonly Ranked[],
  context: QuestionContext,
  fusion: FusionModel,
): Promise<readonly Ranked[]> {
  if (ranked.length === 0) return ranked;
  const gains: { readonly name: string; readonly values: readonly number[] }[] = [];
  for (const module of context.ports.modules) {
    for (const term of module.terms ?? []) {
      const values = await ask(module, `term ${term.name}`, context, () =>
        term.weigh(ranked, context),
      );
      if (values !== null)
        gains.push({ name: term.name, values: inRange(values, ranked, term, module, context) });
    }
  }
  if (gains.length === 0) return ranked;
  return ranked
    .map((result, at): Ranked => {
      const terms = { ...result.terms };
      for (const { name, values } of gains) terms[name] = values[at] ?? 0;
      const logit = sumOf(terms);
      return { ...result, terms, logit, score: probability(fusion, logit) };
    })
    .sort((a, b) => b.logit - a.logit || a.slot - b.slot);
}

/** One number per result, clamped to the term's range; anything but a number adds nothing. */
function inRange(
  values: ArrayLike<number>,
  ranked: readonly Ranked[],
  { name, range: [least, most] }: Term<QuestionContext, Ranked>,
  module: RecallModule,
  { faults }: QuestionContext,
): readonly number[] {
  const broken = ranked.filter((_, at) => !Number.isFinite(values[at])).length;
  if (broken > 0)
    faults.note(
      module.name,
      `term ${name}`,
      `gave ${broken} of ${ranked.length} results no number`,
    );
  return ranked.map((_, at) => {
    const value = values[at] ?? NaN;
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : 0;
  });
}

/** The validity of a memory; null if unknown. */
type ValidityReader = (id: MemoryId) => Validity | null;

/** A later module overrides an earlier one, except for memories it knows nothing of. */
function later(one: ValidityReader | null, other: ValidityReader | null): ValidityReader | null {
  if (one === null || other === null) return one ?? other;
  return (id) => one(id) ?? other(id);
}

/** Results in the order that the constraints of modules require. */
export interface Constrained {
  readonly ranked: readonly Ranked[];
  /** The validity of results among others of their kind; null if nothing is contested. */
  readonly validity: ValidityReader | null;
  readonly knownAtLeast: number | undefined;
  readonly gone: LapsedAnswer | undefined;
}

/** Applies the constraints of modules one after another. */
export async function applyConstraints(
  on: Constraint<QuestionContext, Ranked>['on'],
  ranked: readonly Ranked[],
  context: QuestionContext,
): Promise<Constrained> {
  let answer: Constrained = { ranked, validity: null, knownAtLeast: undefined, gone: undefined };
  for (const module of context.ports.modules) {
    for (const constraint of module.constraints ?? []) {
      if (constraint.on !== on) continue;
      const part = `constraint ${constraint.name}`;
      const before = answer.ranked;
      const ordered = await ask(module, part, context, () => constraint.order(before, context));
      if (ordered === null) continue;
      const fault = faultIn(before, ordered.results);
      if (fault !== null) {
        context.faults.stop(module.name, part, fault);
        continue;
      }
      answer = {
        ranked: ordered.results === before ? before : constrained(ordered.results, constraint.name),
        validity: later(ordered.validity ?? null, answer.validity),
        knownAtLeast: ordered.knownAtLeast ?? answer.knownAtLeast,
        gone: ordered.gone ?? answer.gone,
      };
    }
  }
  return answer;
}

/** A constraint only orders: it may not remove results or repeat one. */
function faultIn(before: readonly Ranked[], after: readonly Ranked[]): string | null {
  const slots = new Set(after.map(({ slot }) => slot));
  if (slots.size < after.length) return 'gave a result twice';
  if (before.some(({ slot }) => !slots.has(slot))) return 'left results out';
  return after.some(({ logit }) => !Number.isFinite(logit)) ? 'gave a result no number' : null;
}

/** The paths of modules, in the order of modules. Each is used unless the profile names other paths. */
export function moduleSources(context: QuestionContext, accepts: Accept): readonly Source[] {
  return context.ports.modules.flatMap((module) =>
    (module.candidates ?? []).map((source) => sourceOf(module, source, context, accepts)),
  );
}

function sourceOf(
  { name: owner, budgetMs = BUDGET_MS }: RecallModule,
  source: CandidateSource<QuestionContext>,
  context: QuestionContext,
  accepts: Accept,
): Source {
  const { paths } = context.profile;
  const read = (found: unknown): readonly Candidate[] => {
    const { candidates, faults } = admitted(found, context, accepts);
    for (const fault of faults) context.faults.note(owner, candidatesPart(source.name), fault);
    return candidates;
  };
  return {
    path: source.name,
    owner,
    budgetMs,
    skip: paths !== undefined && !paths.includes(source.name) ? NOT_ASKED : null,
    endsItself: false,
    find: () => {
      const found: unknown = source.find(context);
      return isThenable(found) ? Promise.resolve(found).then(read) : read(found);
    },
  };
}

/**
 * The candidates that are in the bank and that the profile accepts, each once; and those that could not be read, in
 * words. Throws if it is no list.
 */
function admitted(
  found: unknown,
  { state: { index } }: QuestionContext,
  accepts: Accept,
): { readonly candidates: readonly Candidate[]; readonly faults: readonly string[] } {
  if (!Array.isArray(found)) throw new TypeError('gave no list of memories');
  const best = new Map<number, number>();
  let strange = 0;
  let unscored = 0;
  for (const each of found as readonly unknown[]) {
    if (!isFound(each)) strange++;
    else if (!Number.isFinite(each.score)) unscored++;
    else {
      const slot = index.slot(each.id);
      if (slot !== NONE && accepts(slot))
        best.set(slot, Math.max(each.score, best.get(slot) ?? -Infinity));
    }
  }
  return {
    candidates: [...best]
      .map(([slot, score]) => ({ slot, score }))
      .sort((a, b) => b.score - a.score || a.slot - b.slot)
      .slice(0, PATH_LIMIT),
    faults: [
      ...(strange > 0 ? [`gave ${strange} that are no memories with a score`] : []),
      ...(unscored > 0 ? [`gave ${unscored} scores that are no numbers`] : []),
    ],
  };
}

function isFound(each: unknown): each is FoundMemory {
  return (
    typeof each === 'object' &&
    each !== null &&
    typeof (each as Partial<FoundMemory>).id === 'string' &&
    typeof (each as Partial<FoundMemory>).score === 'number'
  );
}

/** Reads the votes, and queries modules for the memories they raise. Nearly free without any votes. */
export async function readFeedback(
  context: RecallContext,
  understanding: Understanding,
): Promise<Feedback> {
  const votes = await votesFor(context);
  return {
    votes,
    lifts: await raisedBy({ ...context, understanding, votes }),
    usefulness: (memory) => votes.usefulness(memory),
    standing: ({ provenance, kind }) =>
      votes.size === 0 ? 0 : votes.meta.standing(provenance[0]?.source ?? 'user', kind),
    feelingOfKnowing: (asked) => (votes.size === 0 ? 0.5 : votes.meta.feelingOfKnowing(asked)),
    wantsReview: (memory) => votes.wantsReview(memory),
  };
}

async function votesFor({ profile, bank, state, ports }: RecallContext): Promise<VoteIndex> {
  const { asOf } = profile;
  return asOf === undefined || state.votes.size === 0
    ? state.votes
    : new VoteIndex(await ports.store.votes(bank, { asOf }));
}
