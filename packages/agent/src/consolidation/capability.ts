import {
  DreamReportInput,
  type DreamAnswer,
  type DreamReport,
  type DreamReview,
} from '@mneme/core/domain/night.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { MnemeError, noMemory } from '@mneme/core/domain/errors.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { configureBank } from '@mneme/core/modules/maintenance/banks.js';
import { NightInput, type ParsedNight } from './night-input.js';
import { dismissQuestion, isDue, withProof } from './night-state.js';
import { doubtsOn } from './doubts.js';
import { NightRunner } from './night-runner.js';
import { proveNight } from './prove-night.js';
import { reportOf, settleNight } from './report.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly dreams: Dreams;
  }
}

export interface DreamOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Consolidation of a bank while it is idle, and reports on it. */
export class Dreams {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Runs one night within its limits, or resumes one that was cut off, judges it, and reports it; each change is
   * small and can be undone separately. A night with which the bank answers no worse is accepted, another undone. Or sets when the bank consolidates by itself (`schedule`), ends the running night (`stop`),
   * or accepts or undoes what a night did, in whole or in part (`settle`). Throws `conflict` while a night is running
   * elsewhere, `read_only`, `invalid_input`, `not_found`, `interrupted`, `newer_version`, `disk_full`.
   */
  async dream(input: NightInput & DreamOptions = {}): Promise<DreamAnswer> {
    const { signal, onProgress, ...asked } = input;
    const options = definedOnly({ signal, onProgress });
    const parsed = parseInput(NightInput, asked, 'dream');
    this.bank.assertWritable();
    if (parsed.settle !== undefined) return this.#settle(parsed, options);
    const bank = await this.bank.serve();
    if (parsed.stop) {
      const stopping = (await this.#keeper(bank).stop()) !== null;
      return { ...(await this.#report({})), stopping, settled: null };
    }
    if (parsed.schedule !== undefined) {
      await this.bank.writing(({ name }) =>
        configureBank({ dreamAt: parsed.schedule }, name, this.bank.parts),
      );
      return { ...(await this.#report({})), stopping: false, settled: null };
    }
    const { id } = await this.#keeper(bank).dream(parsed, { by: 'person', ...options });
    await this.#judge(bank, { cases: parsed.cases ?? [], ...definedOnly({ signal }) });
    return { ...(await this.#report({ night: id })), stopping: false, settled: null };
  }

  /**
   * What a night did (by default the last one that changed anything), and its open questions; `leave` answers a
   * question by leaving the memories as they are. Throws `not_found`.
   */
  async report(input: DreamReportInput = {}): Promise<DreamReview> {
    const { leave, ...asked } = parseInput(DreamReportInput, input, 'report');
    if (leave !== undefined) await this.#leave(leave);
    return { ...(await this.#report(asked)), left: leave ?? [] };
  }

  async #report(asked: DreamReportInput): Promise<DreamReport> {
    const bank = await this.bank.open();
    const { store, modules } = this.bank.parts;
    const row = await store.bank(bank.name);
    return reportOf(asked, await this.#keeper(bank).note.now(), row?.settings.dreamAt ?? 'off', {
      bank: bank.name,
      store,
      doubts: await doubtsOn(bank, this.bank.parts),
      jobs: modules.flatMap(({ onIdle = [] }) => onIdle),
    });
  }

  async #settle(
    { settle, parts, night }: Pick<ParsedNight, 'settle' | 'parts' | 'night'>,
    options: DreamOptions,
  ): Promise<DreamAnswer> {
    const settled = await this.bank.writing((bank) =>
      settleNight(
        { verdict: settle ?? 'accept', parts, night },
        { ...this.bank.parts, bank: bank.name, note: this.#keeper(bank).note, ...options },
      ),
    );
    return { ...(await this.#report({ night })), stopping: false, settled };
  }

  /** Judges the last finished night that changed something, unless that was done. Throws `interrupted`. */
  async #judge(bank: OpenBank, options: Parameters<typeof proveNight>[3]): Promise<void> {
    const { note } = this.#keeper(bank);
    const night = (await note.now()).past.find(({ steps }) => steps > 0);
    if (night === undefined || night.proof !== null || night.accepted) return;
    const proof = await proveNight(night, bank, this.bank.core, options);
    if (proof === null) return;
    await note.revise((state) => withProof(state, night.id, proof));
    await this.#settle(
      { settle: proof.worse ? 'reject' : 'accept', parts: undefined, night: night.id },
      {},
    );
  }

  async #leave(memories: readonly MemoryId[]): Promise<void> {
    this.bank.assertWritable();
    const { name } = await this.bank.open();
    const { store } = this.bank.parts;
    const there = new Set((await store.get(name, memories)).map(({ id }) => id));
    const missing = memories.find((id) => !there.has(id));
    if (missing !== undefined)
      throw noMemory(missing, 'report.leave', '`mneme dream --report` lists what it asks.');
    for (const task of ['merge_copies', 'review_memory'] as const)
      await dismissQuestion(name, store, { task, memories });
  }

  /**
   * Called by servers when idle: runs a night if the bank's setting says that one is due, until a request arrives.
   * Null where none is due, or another process is running it.
   */
  async whenIdle({ signal }: Pick<DreamOptions, 'signal'> = {}): Promise<DreamReport | null> {
    const { store, clock, readOnly } = this.bank.parts;
    const row = await store.bank((await this.bank.open()).name);
    if (readOnly || row === null || row.settings.dreamAt === 'off') return null;
    const bank = await this.bank.serve();
    const keeper = this.#keeper(bank);
    const judged = { cases: [], ...(signal === undefined ? {} : { signal }) };
    // The proof of the last night may have been cut off by a request.
    if (!keeper.working) await this.#judge(bank, judged);
    const { dreamAt, zone } = row.settings;
    const due = isDue(
      { dreamAt, zone, sequence: row.sequence },
      await keeper.note.now(),
      clock.now(),
    );
    if (!due || keeper.working) return null;
    try {
      const { id } = await keeper.dream(NightInput.parse({}), {
        by: dreamAt === 'idle' ? 'idle' : 'schedule',
        ...(signal === undefined ? {} : { signal }),
      });
      await this.#judge(bank, judged);
      return await this.#report({ night: id });
    } catch (error) {
      if (MnemeError.is(error) && (error.code === 'conflict' || error.code === 'interrupted'))
        return null;
      throw error;
    }
  }

  #keeper(bank: OpenBank): NightRunner {
    return bank.parts.of(NightRunner);
  }
}
