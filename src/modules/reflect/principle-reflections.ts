import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import { postingSlot } from '../../indexes/postings.js';
import type { Assertion } from './assertions.js';
import { distilPrinciples, groupAssertions } from './distil-principles.js';
import { standing } from './entity-evidence.js';
import {
  evidenceByReflection,
  planRetraction,
  planWanted,
  type Planned,
} from './plan-reflection.js';
import { outcomePrinciples } from './outcome-principles.js';
import type { ReflectRun } from './ports.js';

/** Maximum number of memories with a word of a regularity that are read for exceptions, newest first. */
const MAX_READ = 400;
/** A principle keeps its identity while it rests on at least this share of the same memories. */
const SAME_SHARE = 0.5;

/** The principles of the bank, each committed separately; those with too little evidence now are retracted. */
export async function reflectOnPrinciples(
  assertions: readonly Assertion[],
  run: ReflectRun,
  commit: (plan: (at: Instant) => Promise<readonly Planned[]>) => Promise<readonly Planned[]>,
): Promise<Planned[]> {
  const before = [
    ...run.existing.ownedBy('principle', 'cause'),
    ...run.existing.ownedBy('principle', 'norm'),
    ...run.existing.ownedBy('principle', 'outcome'),
  ];
  const wanted = [
    ...(await distilPrinciples(
      groupAssertions(assertions),
      run,
      (stems) => findByWords(stems, run),
      await identities(before, run),
    )),
    ...(await outcomePrinciples(run)),
  ];
  const keys = new Set(wanted.map(({ key }) => key));
  const planned: Planned[] = [];
  for (const each of wanted)
    planned.push(...(await commit(async (at) => [await planWanted(each, at, run)])));
  const gone = before.filter(({ metadata }) => !keys.has(String(metadata['key'])));
  if (gone.length > 0)
    planned.push(
      ...(await commit((at) => Promise.resolve(gone.map((memory) => planRetraction(memory, at))))),
    );
  return planned;
}

/** The existing principle that rests on most of the same memories; each is assigned once. */
async function identities(
  standingBefore: readonly Memory[],
  run: ReflectRun,
): Promise<(evidence: readonly MemoryId[]) => string | null> {
  const evidenceOf = new Map<string, ReadonlySet<string>>();
  const edges = await evidenceByReflection(standingBefore, run.bank, run.ports.store);
  for (const principle of standingBefore) {
    const own = edges.get(principle.id) ?? [];
    evidenceOf.set(
      String(principle.metadata['key']),
      new Set(own.filter(({ role }) => role === 'derived_from').map(({ to }) => to)),
    );
  }
  return (evidence) => {
    let best: { key: string; share: number } | null = null;
    for (const [key, known] of evidenceOf) {
      const share =
        evidence.filter((id) => known.has(id)).length /
        Math.max(1, Math.min(known.size, evidence.length));
      if (share >= SAME_SHARE && share > (best?.share ?? 0)) best = { key, share };
    }
    if (best !== null) evidenceOf.delete(best.key);
    return best?.key ?? null;
  };
}

function findByWords(stems: ReadonlySet<string>, run: ReflectRun): Promise<Memory[]> {
  const { index } = run.state;
  const slots = new Set(
    [...stems].flatMap((stem) =>
      index.postings.list(index.postings.numberOf(stem)).map(postingSlot),
    ),
  );
  const newest = [...slots]
    .filter((slot) => index.isLive(slot))
    .sort((a, b) => b - a)
    .slice(0, MAX_READ);
  return standing(
    newest.map((slot) => index.id(slot)),
    run,
  );
}
