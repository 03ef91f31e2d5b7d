import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
    private readonly file: string | null,
    /** What is taken away with it. */
    private readonly folder: string | null,
  ) {}

  static open(reading: Reading | null): MnemeMemory {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-proof-'));
    const file = join(folder, 'memory.mneme');
    const clock = { now: (): Instant => 0 };
    const bank = LoadedBank.open(file, undefined, undefined, undefined, undefined, {
      standing: () => clock.now(),
      ...(reading === null ? {} : { reader: reading.reader }),
    });
    const memory = new MnemeMemory(bank, reading, file, folder);
    clock.now = () => memory.#now;
    return memory;
  }

  /** One that is filled already, in a file or in none; who opened it closes it. */
  static over(bank: LoadedBank, file: string | null): MnemeMemory {
    return new MnemeMemory(bank, null, file, null);
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

  /** With its log, as others find it while it is open. */
  bytes(): Promise<number | null> {
    const { file } = this;
    const files = file === null ? [] : [file, `${file}-wal`].filter((path) => existsSync(path));
    const sizes = files.map((path) => statSync(path).size);
    return Promise.resolve(file === null ? null : sizes.reduce((sum, size) => sum + size, 0));
  }

  async close(): Promise<void> {
    if (this.folder === null) return;
    await this.bank.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
