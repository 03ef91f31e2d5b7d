import { z } from 'zod';
import { MnemeError, noMemory } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { RecallProfile } from '../../domain/profile.js';
import { parseInput } from '../../domain/parse-input.js';
import { StepTimer } from '../../domain/step-timer.js';
import type { RecallContext } from '../../recall/recall-context.js';
import { readRecallContext } from '../../recall/recall.js';
import { explainLoss, type WhyNot } from '../../recall/why-not.js';
import { explainRanking, type RankingExplanation } from '../../recall/why.js';
import { banksWithin } from '../../bank/bank-there.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';

export const WhyInput = z.strictObject({
  ...RecallProfile.shape,
  memory: z
    .string()
    .optional()
    .describe(
      'A memory that is missed, as in m_01h5k0c2x9w7a: at which step the answer loses it, and by how much.',
    ),
});
export type WhyInput = RecallProfile & Pick<z.input<typeof WhyInput>, 'memory'>;

/**
 * Explains the ranking of a recall and, if a memory is named, why it is missing. Throws `invalid_input`; `not_found`,
 * naming the bank that has it, if the caller may know of that bank.
 */
export async function why(
  asked: WhyInput | string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'within'>,
): Promise<RankingExplanation> {
  const { memory, ...profile } = typeof asked === 'string' ? { query: asked } : asked;
  const lost = memory === undefined ? null : await lossOf(profile, memory, bank, parts);
  return { ...(await explainRanking(await recallContextOf(profile, bank))), lost };
}

async function lossOf(
  profile: unknown,
  rawId: string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'within'>,
): Promise<WhyNot> {
  const id = parseInput(MemoryId, rawId, 'memory');
  const context = await recallContextOf(profile, bank);
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
      { field: 'memory', value: id, hint: `Ask that bank: --bank ${holding[0] ?? ''}.` },
    );
  throw noMemory(id, 'memory');
}

async function recallContextOf(
  profile: unknown,
  { name, state, recall: ports }: OpenBank,
): Promise<RecallContext> {
  const { context } = await readRecallContext(
    profile,
    name,
    state,
    ports,
    new StepTimer(() => ports.clock.ticks()),
  );
  return context;
}
