import type { PathReport } from '../domain/recollection.js';
import type { Standing } from '../domain/standing.js';
import type { MemoryId } from '../domain/ids.js';
import type { Accept } from '../indexes/accept.js';
import { NONE } from '../indexes/bank-index.js';
import { inTime } from '../kernel/in-time.js';
import {
  BUDGET_MS,
  type Awaitable,
  type CandidateSource,
  type Constraint,
  type FoundMemory,
  type Term,
} from '../kernel/module.js';
import { messageOf } from '../spaces/guest.js';
import { PATH_LIMIT, type Candidate, type Found } from './candidate.js';
import { probability, type FusionModel } from './ranking/fusion-model.js';
import type { Ranked } from './ranking/ranked.js';
import { constrained, sumOf } from './ranking/score.js';
import type { AskedScene, RecallModule } from './recall-context.js';

const NOT_ASKED = 'not asked for';

/** Asks one part of a module. Null, with a word in the plan, where it throws or does not answer in time; then it is not asked again. */
async function ask<T>(
  { name, budgetMs = BUDGET_MS }: RecallModule,
  part: string,
  { faults, ports: { clock } }: AskedScene,
  work: () => Awaitable<T>,
): Promise<T | null> {
  if (faults.isStopped(name, part)) return null;
  const started = clock.ticks();
  try {
    const value = await inTime(work(), budgetMs);
    // What never gives the turn away cannot be left behind; it is told of, and what it said counts.
    if (clock.ticks() - started > budgetMs)
      faults.note(name, part, `took longer than ${budgetMs} ms`);
    return value;
  } catch (error) {
    faults.stop(name, part, messageOf(error));
    return null;
  }
}

/** What modules raise candidates by before the best are loaded, in logits by slot, added up. */
export async function raisedBy(scene: AskedScene): Promise<ReadonlyMap<number, number>> {
  const raised = new Map<number, number>();
  for (const module of scene.ports.modules) {
    const { raise } = module;
    if (raise === undefined) continue;
    const lifts = (await ask(module, 'raise', scene, () => raise(scene))) ?? [];
    for (const [id, lift] of lifts) {
      const slot = scene.state.index.slot(id);
      if (!Number.isFinite(lift)) scene.faults.note(module.name, 'raise', 'gave no number');
      else if (slot !== NONE) raised.set(slot, (raised.get(slot) ?? 0) + lift);
    }
  }
  return raised;
}

/** Walks the paths that modules bring, one after the other. */
export async function walkModulePaths(
  scene: AskedScene,
  accepts: Accept,
): Promise<{ readonly found: Found; readonly reports: readonly PathReport[] }> {
  const found: Record<string, readonly Candidate[]> = {};
  const reports: PathReport[] = [];
  for (const module of scene.ports.modules) {
    for (const source of module.candidates ?? []) {
      const { candidates, report } = await walk(module, source, scene, accepts);
      found[source.name] = candidates;
      reports.push(report);
    }
  }
  return { found, reports };
}

async function walk(
  module: RecallModule,
  source: CandidateSource<AskedScene>,
  scene: AskedScene,
  accepts: Accept,
): Promise<{ readonly candidates: readonly Candidate[]; readonly report: PathReport }> {
  const { profile, ports, faults } = scene;
  const budgetMs = module.budgetMs ?? BUDGET_MS;
  const report = { path: source.name, budgetMs, tookMs: 0, found: 0, note: null };
  if (profile.paths !== undefined)
    return { candidates: [], report: { ...report, note: NOT_ASKED } };
  const started = ports.clock.ticks();
  const part = `candidates ${source.name}`;
  const found = await ask(module, part, scene, () => source.find(scene));
  const candidates = admitted(found ?? [], scene, accepts);
  const broken = (found ?? []).filter(({ score }) => !Number.isFinite(score)).length;
  if (broken > 0) faults.note(module.name, part, `gave ${broken} scores that are no numbers`);
  return {
    candidates,
    report: {
      ...report,
      tookMs: ports.clock.ticks() - started,
      found: candidates.length,
      note: found === null ? 'failed; see the faults of modules' : null,
    },
  };
}

/** What is in the bank and may be in the answer, each once. */
function admitted(
  found: readonly FoundMemory[],
  { state: { index } }: AskedScene,
  accepts: Accept,
): readonly Candidate[] {
  const best = new Map<number, number>();
  for (const { id, score } of found) {
    const slot = index.slot(id);
    if (slot !== NONE && Number.isFinite(score) && accepts(slot))
      best.set(slot, Math.max(score, best.get(slot) ?? -Infinity));
  }
  return [...best]
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}

/** Adds the terms of modules to the scores, all read off the same ranking, and orders anew; the same list where none has anything to say. */
export async function weighTerms(
  ranked: readonly Ranked[],
  scene: AskedScene,
  fusion: FusionModel,
): Promise<readonly Ranked[]> {
  if (ranked.length === 0) return ranked;
  const gains: { readonly name: string; readonly values: readonly number[] }[] = [];
  for (const module of scene.ports.modules) {
    for (const term of module.terms ?? []) {
      const values = await ask(module, `term ${term.name}`, scene, () => term.weigh(ranked, scene));
      if (values !== null)
        gains.push({ name: term.name, values: inRange(values, ranked, term, module, scene) });
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

/** One number a result, within the range that the term states; what is no number adds nothing. */
function inRange(
  values: ArrayLike<number>,
  ranked: readonly Ranked[],
  { name, range: [least, most] }: Term<AskedScene, Ranked>,
  module: RecallModule,
  { faults }: AskedScene,
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

/** Results as the constraints of modules want them. */
export interface Constrained {
  readonly ranked: readonly Ranked[];
  /** How results hold beside others of their kind; null where nothing is contested. */
  readonly standing: ((id: MemoryId) => Standing) | null;
  readonly knownAtLeast: number | undefined;
}

/** Lets the constraints of modules order results, one after the other. */
export async function applyConstraints(
  on: Constraint<AskedScene, Ranked>['on'],
  ranked: readonly Ranked[],
  scene: AskedScene,
): Promise<Constrained> {
  let answer: Constrained = { ranked, standing: null, knownAtLeast: undefined };
  for (const module of scene.ports.modules) {
    for (const constraint of module.constraints ?? []) {
      if (constraint.on !== on) continue;
      const part = `constraint ${constraint.name}`;
      const before = answer.ranked;
      const ordered = await ask(module, part, scene, () => constraint.order(before, scene));
      if (ordered === null) continue;
      const fault = faultIn(before, ordered.results);
      if (fault !== null) {
        scene.faults.stop(module.name, part, fault);
        continue;
      }
      answer = {
        ranked: ordered.results === before ? before : constrained(ordered.results, constraint.name),
        standing: ordered.standing ?? answer.standing,
        knownAtLeast: ordered.knownAtLeast ?? answer.knownAtLeast,
      };
    }
  }
  return answer;
}

/** A constraint orders: it takes nothing away, and shows nothing twice. */
function faultIn(before: readonly Ranked[], after: readonly Ranked[]): string | null {
  const slots = new Set(after.map(({ slot }) => slot));
  if (slots.size < after.length) return 'gave a result twice';
  if (before.some(({ slot }) => !slots.has(slot))) return 'left results out';
  return after.some(({ logit }) => !Number.isFinite(logit)) ? 'gave a result no number' : null;
}
