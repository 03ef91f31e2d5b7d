import type { MemoryId } from '../../domain/ids.js';
import { MnemeError } from '../../domain/errors.js';
import { copyToScratch } from '../../bank/scratch-copy.js';
import type { OpenFile, OpenBank } from '../../bank/core.js';
import { forget, restore } from '../history/index.js';
import { nameOf, type MemoryCase } from './case.js';
import type { Mutation, Outcome } from './report.js';
import { runCases, type Asking } from './run-cases.js';

/** Who forgets on the copy. */
const ACTOR = 'mutation';

/**
 * Forgets one memory at a time on a copy of the bank and asks the cases anew that got it: whichever passed before and fails now has
 * noticed. What no case notices could be lost without a test telling. Memories that led answers are tried first.
 */
export async function mutate(
  cases: readonly MemoryCase[],
  outcomes: readonly Outcome[],
  bank: OpenBank,
  core: OpenFile,
  { limit, ...asking }: Omit<Asking, 'times'> & { readonly limit: number },
): Promise<Mutation> {
  const byName = new Map(cases.map((each) => [nameOf(each), each]));
  const gotBy = namesByMemory(outcomes);
  const tried = [...gotBy.keys()].slice(0, limit);
  const copy = await copyToScratch(core, bank.name);
  try {
    const mutants: Mutation['mutants'][number][] = [];
    for (const [at, id] of tried.entries()) {
      if (asking.long.signal?.aborted === true)
        throw new MnemeError('interrupted', `Stopped after ${at} of ${tried.length} memories.`, {
          hint: 'Run it again; nothing was changed.',
        });
      const again = (gotBy.get(id) ?? []).flatMap((name) => byName.get(name) ?? []);
      await forget([id], { reason: 'a trial' }, ACTOR, bank.name, copy.core.parts);
      const after = await runCases(again, copy.bank, copy.core.parts, {
        ...asking,
        times: 1,
        long: asking.long.signal === undefined ? {} : { signal: asking.long.signal },
      });
      await restore([id], ACTOR, bank.name, copy.core.parts);
      const [memory] = await core.parts.store.get(bank.name, [id]);
      mutants.push({
        id,
        content: (memory?.content ?? '').slice(0, 200),
        noticedBy: after.filter(({ passed }) => !passed).map(({ name }) => name),
      });
      asking.long.onProgress?.(at + 1, tried.length);
    }
    return {
      tried: mutants.length,
      noticed: mutants.filter(({ noticedBy }) => noticedBy.length > 0).length,
      left: gotBy.size - mutants.length,
      mutants,
    };
  } finally {
    await copy.close();
  }
}

/** Which passing cases got each memory; those that stood first in an answer before those that stood further down. */
function namesByMemory(outcomes: readonly Outcome[]): Map<MemoryId, string[]> {
  const passing = outcomes.filter(({ passed }) => passed);
  const deepest = Math.max(0, ...passing.map(({ returned }) => returned.length));
  const gotBy = new Map<MemoryId, string[]>();
  for (let place = 0; place < deepest; place++)
    for (const { name, returned } of passing) {
      const id = returned[place];
      if (id === undefined) continue;
      const names = gotBy.get(id);
      if (names === undefined) gotBy.set(id, [name]);
      else names.push(name);
    }
  return gotBy;
}
