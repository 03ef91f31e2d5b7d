import type { RememberInput } from '@mneme/core/domain/input.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import type { Mneme } from '@mneme/core/mneme.js';

/** Maximum number of texts per commit. */
const LARGEST = 64;

interface Waiting {
  readonly input: RememberInput;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
}

interface Group {
  readonly memory: Mneme;
  waiting: Waiting[];
  draining: boolean;
}

/**
 * Group commit: texts that arrive at the same time go into one change, planned and written to disk once. Each is
 * answered when that change is durable. A text that makes its group fail fails alone.
 */
export class RememberGroups {
  readonly #groups = new Map<string, Group>();

  /** `linger` resolves when a group has waited long enough for others to join. */
  constructor(private readonly linger: () => Promise<void>) {}

  /** `writer` identifies the author: only texts of one writer share a change. */
  remember(memory: Mneme, writer: string, input: RememberInput): Promise<Receipt> {
    const key = JSON.stringify([memory.bankName, writer]);
    const group = this.#groups.get(key) ?? { memory, waiting: [], draining: false };
    this.#groups.set(key, group);
    return new Promise((resolve, reject) => {
      group.waiting.push({ input, resolve, reject });
      if (group.draining) return;
      group.draining = true;
      void this.#drain(key, group);
    });
  }

  async #drain(key: string, group: Group): Promise<void> {
    while (group.waiting.length > 0) {
      await this.linger();
      const batch = group.waiting.splice(0, LARGEST);
      await commit(group.memory, batch);
    }
    group.draining = false;
    this.#groups.delete(key);
  }
}

async function commit(memory: Mneme, batch: readonly Waiting[]): Promise<void> {
  try {
    const { receipts } = await memory.rememberAll(batch.map(({ input }) => input));
    for (const [at, { resolve }] of batch.entries()) resolve(receipts[at] as Receipt);
  } catch (error) {
    if (batch.length === 1 || !isAbout(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const one of batch) await commit(memory, [one]);
  }
}

/** Whether a text itself is invalid, so that the others are worth a retry. */
function isAbout(error: unknown): boolean {
  return (
    MnemeError.is(error) &&
    (error.code === 'invalid_input' || error.code === 'not_found' || error.code === 'unavailable')
  );
}
