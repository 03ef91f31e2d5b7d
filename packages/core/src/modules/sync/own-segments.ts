import type { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { keyOf } from './field-stamps.js';
import { localChanges } from './local-changes.js';
import type { Marks, PlacedMark } from './marks.js';
import { presentRecords } from './present-records.js';
import { elsewhere } from './sealed-tokens.js';
import type { ErasedRecords, RecordChange, Segment } from './segment.js';
import type { SharedFolder } from './shared-folder.js';

/** The folder holds, under the name of this machine, what another copy of its bank wrote. */
export class NameTaken extends Error {
  constructor(readonly former: number) {
    super('name taken');
  }
}

/** What the segments of a mark say. */
export interface Bodies {
  readonly parts: readonly (readonly RecordChange[])[];
  readonly erased?: ErasedRecords;
  /** In place of what was there: how many erasures are taken out of it. */
  readonly cleaned?: number;
}

/** The segments that a machine writes. */
export class OwnSegments {
  constructor(
    private readonly folder: SharedFolder,
    private readonly bank: BankName,
    private readonly name: string,
    private readonly store: Store,
  ) {}

  /** Throws {@link NameTaken} if there are others of the same numbers. */
  async write(
    mark: PlacedMark,
    marks: Marks,
    { parts, erased, cleaned = 0 }: Bodies,
  ): Promise<readonly Segment[]> {
    const { device, nonce } = mark;
    const seen = Object.fromEntries(marks.seen(mark.sequence - 1));
    const segments: Segment[] = [];
    for (const [at, records] of parts.entries()) {
      const back = mark.parts - 1 - at;
      const segment: Segment = {
        head: {
          ...{ format: 'mneme-segment-1', sync: this.folder.sync, bank: this.bank, device },
          ...{ number: mark.number - back, counter: mark.counter - back, nonce },
          ...{ seen, erasure: erased !== undefined, cleaned },
        },
        body: {
          name: this.name,
          records: await elsewhere(records, device, this.bank, this.store),
          erased: erased ?? null,
        },
      };
      if (cleaned > 0) await this.folder.rewrite(segment);
      else if (!(await this.folder.write(segment))) await this.#assertOurs(segment);
      segments.push(segment);
    }
    return segments;
  }

  /** What a mark covers, by the journal as it is now: without what was erased since. */
  async again(mark: PlacedMark, marks: Marks): Promise<Bodies> {
    const range = [marks.sentUpTo(mark.sequence), mark.sequence] as const;
    const { parts } = await localChanges(this.folder.sync, this.bank, range, this.store);
    const last = mark.parts - 1;
    return {
      parts: Array.from({ length: mark.parts }, (_, at) =>
        at < last ? (parts[at] ?? []) : parts.slice(last).flat(),
      ),
    };
  }

  /** What an erasure rewrote, as a later one left it. */
  async asNow(records: readonly RecordChange[], erased: ErasedRecords): Promise<Bodies> {
    const present = await presentRecords(records, this.bank, this.store);
    const now = records.flatMap((each) => {
      const record = present.get(keyOf(each));
      return record === undefined ? [] : [{ ...each, record }];
    });
    return { parts: [now], erased };
  }

  /** Another process may have written the same; another machine something else. */
  async #assertOurs({ head: { device, number, nonce } }: Segment): Promise<void> {
    const there = await this.folder.segment(device, number).catch(() => null);
    if (there !== null && there.head.nonce !== nonce) throw new NameTaken(number - 1);
  }
}
