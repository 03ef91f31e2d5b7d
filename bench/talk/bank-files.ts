import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CertaintyModel } from '../../packages/core/src/recall/confidence/judgement.js';
import type { FusionModel } from '../../packages/core/src/recall/ranking/fusion-model.js';
import { SHIPPED_CODE_MODEL } from '../../packages/core/src/recall/ranking/code/code-ranking.js';
import type { BenchmarkValues } from '../benchmark.js';
import { LoadedBank, type Beside } from '../loaded-bank.js';
import { UNFITTED_CERTAINTY, UNFITTED_FUSION } from '../unfitted.js';
import type { Bank } from './bank.js';
import { isAskedWhole, replay } from './replay.js';

/** An open bank, and whether it holds its talk already. */
export interface OpenedBank {
  readonly memory: LoadedBank;
  readonly filled: boolean;
  /** Where it lies; null for a stream. */
  readonly file?: string | null;
}

/**
 * Banks that are filled once and opened by several weights, each time as they were filled. A stream is asked while it
 * is filled and has no file. `keep` is a folder where they stay for the next run; whoever changes how texts are
 * remembered takes another.
 */
export class BankFiles {
  readonly #own = mkdtempSync(join(tmpdir(), 'mneme-talk-'));
  readonly #folder: string;

  constructor(keep?: string) {
    this.#folder = keep ?? this.#own;
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Opens a bank for a while. */
  async use<Made>(
    bank: Bank,
    fusion: FusionModel,
    certainty: CertaintyModel,
    run: (opened: OpenedBank) => Promise<Made>,
    beside: Beside = {},
  ): Promise<Made> {
    const kept = await this.#filled(bank);
    return this.#opened(kept, fusion, certainty, run, beside);
  }

  /** Fills a new bank in its own way, and goes on with it. */
  async fillOnce<Made>(
    fill: (file: string) => Promise<void>,
    fusion: FusionModel,
    certainty: CertaintyModel,
    run: (opened: OpenedBank) => Promise<Made>,
    beside: Beside = {},
  ): Promise<Made> {
    const file = join(this.#own, 'filled.mneme');
    rmSync(file, { force: true });
    await fill(file);
    return this.#opened(file, fusion, certainty, run, beside);
  }

  async #opened<Made>(
    kept: string | null,
    fusion: FusionModel,
    certainty: CertaintyModel,
    run: (opened: OpenedBank) => Promise<Made>,
    beside: Beside,
  ): Promise<Made> {
    const copy = join(this.#own, 'in-use.mneme');
    if (kept !== null) copyFileSync(kept, copy);
    const memory = LoadedBank.open(
      kept === null ? undefined : copy,
      fusion,
      SHIPPED_CODE_MODEL,
      certainty,
      undefined,
      beside,
    );
    try {
      return await run({ memory, filled: kept !== null, file: kept === null ? null : copy });
    } finally {
      await memory.close();
    }
  }

  /** Takes away what no later run is to find. */
  close(): void {
    rmSync(this.#own, { recursive: true, force: true });
  }

  async #filled(bank: Bank): Promise<string | null> {
    const { corpus, talk } = bank;
    if (!isAskedWhole(talk)) return null;
    const file = join(this.#folder, `${corpus}-${talk.id.replace(/\W+/g, '-')}.mneme`);
    if (existsSync(file)) return file;
    const filling = join(this.#own, 'filling.mneme');
    const memory = LoadedBank.open(
      filling,
      UNFITTED_FUSION,
      SHIPPED_CODE_MODEL,
      UNFITTED_CERTAINTY,
    );
    try {
      await replay(talk, talk.questions.slice(0, 1), memory, async () => undefined);
    } finally {
      await memory.close();
    }
    renameSync(filling, file);
    return file;
  }
}

/** Files for one run of a benchmark. */
export async function withFiles<Made>(
  { keep }: BenchmarkValues,
  run: (files: BankFiles) => Promise<Made>,
): Promise<Made> {
  const files = new BankFiles(typeof keep === 'string' ? keep : undefined);
  try {
    return await run(files);
  } finally {
    files.close();
  }
}
