import type { Accept } from '../indexes/accept.js';
import { NONE } from '../indexes/bank-index.js';
import { isThenable } from '../kernel/in-time.js';
import { BUDGET_MS, type CandidateSource, type FoundMemory } from '../kernel/module.js';
import { PATH_LIMIT, type Candidate } from './candidate.js';
import { NOT_ASKED } from './plan-paths.js';
import type { QuestionContext, RecallModule } from './recall-context.js';
import { candidatesPart, type Source } from './walk-sources.js';

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
 * The candidates that are in the bank and may be in the answer, each once; and those that could not be
 * read, in words. Throws if it is no list.
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
