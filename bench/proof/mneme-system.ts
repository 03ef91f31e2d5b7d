import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '../../packages/core/src/domain/time.js';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import { LoadedBank } from '../loaded-bank.js';
import { fillByReading } from '../lives/fill-by-reading.js';
import { askingOf, type TalkQuestion, type TalkTurn } from '../talk/talk.js';
import type { MemorySystem, OpenMemory, Reading, Reply } from './memory-system.js';

/** Mneme as it ships, in a file, with the clock of the talk. */
export const mneme: MemorySystem = {
  name: 'Mneme',
  how: 'A file; `remember` for each turn, `recall` for a question, `context` before a task.',
  missing: () => Promise.resolve(null),
  open: (reading) => Promise.resolve(MnemeMemory.open(reading)),
};

export class MnemeMemory implements OpenMemory {
  #now: Instant = 0;

  private constructor(
    private readonly bank: LoadedBank,
    private readonly reading: Reading | null,
    private readonly folder: string | null,
  ) {}

  static open(reading: Reading | null): MnemeMemory {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-proof-'));
    const clock = { now: (): Instant => 0 };
    const bank = LoadedBank.open(
      join(folder, 'memory.mneme'),
      undefined,
      undefined,
      undefined,
      undefined,
      { standing: () => clock.now(), ...(reading === null ? {} : { reader: reading.reader }) },
    );
    const memory = new MnemeMemory(bank, reading, folder);
    clock.now = () => memory.#now;
    return memory;
  }

  /** One that is filled already; who opened it closes it. */
  static over(bank: LoadedBank): MnemeMemory {
    return new MnemeMemory(bank, null, null);
  }

  async tell(turns: readonly TalkTurn[]): Promise<void> {
    const last = turns.at(-1)?.saidAt;
    if (last !== undefined) this.#now = Math.max(this.#now, new Date(last).getTime());
    if (this.reading === null) await this.bank.fill(turns);
    else await fillByReading({ turns }, this.bank, this.reading.reader);
  }

  async search(question: TalkQuestion, limit: number): Promise<Reply> {
    const asking = askingOf(question);
    this.#now = new Date(asking.now).getTime();
    const {
      results,
      probability: knows,
      why: { known },
    } = await this.bank.memory.recall({
      ...asking,
      limit,
      expand: false,
      fields: ['content', 'provenance', 'probability', 'saidAt', 'note', 'validity'],
    });
    return {
      found: results.map(({ content, evidence, probability, saidAt, note, validity }) => ({
        turns: (note === undefined ? evidence : note.turns).flatMap(({ turn }) => turn ?? []),
        isNote: note !== undefined,
        text: content,
        saidAt,
        probability: probability ?? 0,
        validity,
      })),
      known: { probability: knows ?? 0, verdict: known.verdict },
      calls: 1,
      tokens: results.reduce((sum, { content }) => sum + countTokens(content), 0),
    };
  }

  async context(task: string, now: number, maxTokens: number): Promise<string> {
    this.#now = now;
    const { context } = await this.bank.memory.context({ query: task, maxTokens });
    return context;
  }

  bytes(): Promise<number> {
    const { folder } = this;
    const files = folder === null || !existsSync(folder) ? [] : readdirSync(folder);
    return Promise.resolve(
      files.reduce((sum, file) => sum + statSync(join(folder ?? '', file)).size, 0),
    );
  }

  async close(): Promise<void> {
    if (this.folder === null) return;
    await this.bank.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
