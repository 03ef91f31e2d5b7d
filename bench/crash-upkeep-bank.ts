import { openMemory } from '../packages/mneme/src/index.js';

/** What is kept for a while is over after an hour; a clock that goes so far ahead is past it. */
const KEPT_SECONDS = 3_600;
export const AFTER_EXPIRY_MS = 2 * KEPT_SECONDS * 1_000;

export const BANKS = ['default', 'work'] as const;
/** The tag that says which are over after an hour. */
export const PASSING = 'passing';

/** Two banks of so many memories each; in the first, every other is kept for an hour. */
export async function fillForUpkeep(file: string, memories: number): Promise<void> {
  const memory = await openMemory({ file, bank: BANKS[0] });
  for (const bank of BANKS)
    await memory.bank(bank).rememberAll(
      Array.from({ length: memories }, (_, at) => ({
        content: `Barrel ${at} of the ${bank} cellar holds ${at % 97} litres of cider.`,
        ...(bank === BANKS[0] && at % 2 === 1 ? { ttl: KEPT_SECONDS, tags: [PASSING] } : {}),
      })),
    );
  await memory.close();
}
