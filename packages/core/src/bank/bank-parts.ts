import { MnemeError } from '../domain/errors.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { BankPart, BankCaches, Reminder } from '../kernel/module.js';
import type { CapabilityModule, OpenedBank } from '../modules/module.js';
import { messageOf } from '../spaces/learned-encoder.js';

/** The state of all modules for one open bank. */
export class BankParts implements BankCaches {
  readonly #parts: readonly { readonly module: string; readonly part: BankPart }[];

  constructor(modules: readonly CapabilityModule[], bank: OpenedBank) {
    this.#parts = modules.flatMap(({ name, openBank }) =>
      openBank === undefined
        ? []
        : [openBank(bank)].flat().map((part) => ({ module: name, part: part as BankPart })),
    );
  }

  of<Part extends object>(kind: abstract new (...args: never[]) => Part): Part {
    for (const { part } of this.#parts) if (part instanceof kind) return part;
    throw new MnemeError('unavailable', `No module is loaded that has a ${kind.name}.`, {
      hint: 'Open the memory with the modules that ship.',
    });
  }

  async remind(
    now: Instant,
    onFault: (module: string, why: string) => void = () => undefined,
  ): Promise<readonly Reminder[]> {
    const reminders: Reminder[] = [];
    for (const { module, part } of this.#parts) {
      try {
        reminders.push(...((await part.remind?.(now)) ?? []));
      } catch (error) {
        onFault(module, messageOf(error));
      }
    }
    return reminders;
  }

  /** Notifies the parts of a commit. The memories are already written: a failing part is named on the last receipt. */
  async afterRemember(batch: BatchReceipt): Promise<BatchReceipt> {
    let told = batch;
    for (const { module, part } of this.#parts) {
      try {
        told = (await part.afterRemember?.(told)) ?? told;
      } catch (error) {
        told = withLastNote(told, `the module ${module} did not hear of it: ${messageOf(error)}`);
      }
    }
    return told;
  }

  /** Called when somebody recalls or remembers, so that background work yields. */
  asked(): void {
    for (const { part } of this.#parts) part.onAsked?.();
  }

  /** Stops background work. */
  async close(): Promise<void> {
    for (const { part } of this.#parts) await part.close?.();
  }

  /** Writes what is pending. */
  async flush(): Promise<void> {
    for (const { part } of this.#parts) await part.flush?.();
  }
}

function withLastNote(batch: BatchReceipt, note: string): BatchReceipt {
  return {
    ...batch,
    receipts: batch.receipts.map((receipt, at) =>
      at === batch.receipts.length - 1 ? { ...receipt, notes: [...receipt.notes, note] } : receipt,
    ),
  };
}
