import { MnemeError } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { StepTimer } from '../../domain/step-timer.js';
import type { RecallContext } from '../../recall/recall-context.js';
import { readRecallContext } from '../../recall/recall.js';
import { explainLoss, type WhyNot } from '../../recall/why/why-not.js';
import { explainRanking, type RankingExplanation } from '../../recall/why/why.js';
import { banksWithin } from '../../bank/bank-there.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';

/** Explains the ranking of a recall. Throws `invalid_input`. */
export async function why(profile: unknown, bank: OpenBank): Promise<RankingExplanation> {
  return explainRanking(await sceneOf(profile, bank));
}

/**
 * Explains why a memory is not in the answer to a recall. Throws `invalid_input`; `not_found`, naming the
 * bank that has it, if this handle may know of it.
 */
export async function whyNot(
  profile: unknown,
  rawId: string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'within'>,
): Promise<WhyNot> {
  const id = parseInput(MemoryId, rawId, 'id');
  const context = await sceneOf(profile, bank);
  const { store } = parts;
  const [memory] = await store.get(bank.name, [id]);
  if (memory !== undefined) return explainLoss(context, memory);
  const others = (await banksWithin(parts)).filter(({ name }) => name !== bank.name);
  // A branch contains the memories of its origin, with the same ids.
  const holding: string[] = [];
  for (const { name } of others) if ((await store.get(name, [id])).length > 0) holding.push(name);
  if (holding.length > 0)
    throw new MnemeError(
      'not_found',
      `The memory ${id} is in ${holding.length === 1 ? 'the bank' : 'the banks'} ${holding.join(', ')}, not in ${bank.name}.`,
      { field: 'id', value: id, hint: `Ask that bank: --bank ${holding[0] ?? ''}.` },
    );
  throw new MnemeError('not_found', `There is no memory ${id}.`, {
    field: 'id',
    value: id,
    hint: 'List the ids with `mneme list`.',
  });
}

async function sceneOf(
  profile: unknown,
  { name, state, recall: ports }: OpenBank,
): Promise<RecallContext> {
  const { context } = await readRecallContext(
    typeof profile === 'string' ? { query: profile } : profile,
    name,
    state,
    ports,
    new StepTimer(() => ports.clock.ticks()),
  );
  return context;
}
