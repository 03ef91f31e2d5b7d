import type { RecordChange, Segment, SegmentHead } from './segment.js';

/**
 * When a field was written, by what its writer had seen and never by a clock: the counter rises with every segment
 * that was read, so what knew of another value comes after it.
 */
export interface Stamp extends Pick<SegmentHead, 'counter' | 'device' | 'number'> {
  readonly version: number;
}

export function isLater(one: Stamp, other: Stamp): boolean {
  if (one.counter !== other.counter) return one.counter > other.counter;
  if (one.version !== other.version) return one.version > other.version;
  if (one.device !== other.device) return one.device > other.device;
  return one.number > other.number;
}

export const keyOf = ({ kind, id }: Pick<RecordChange, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Stands for the record as a whole: that it was created, or removed. */
const WHOLE = '*';

/**
 * What a machine finds may exist elsewhere already, where two go on from copies of one bank: as it was created it gives
 * way to every later edit.
 */
const FOUND: ReadonlySet<string> = new Set(['memory', 'conflict', 'learned']);

export function stampOf({ kind, record, paths }: RecordChange, head: SegmentHead): Stamp {
  const { device, number } = head;
  const version = Number(record?.['version'] ?? 0);
  return { counter: paths === null && FOUND.has(kind) ? 0 : head.counter, version, device, number };
}

/** Who wrote each field last, of the segments that a bank holds. */
export class FieldStamps {
  readonly #last = new Map<string, Map<string, Stamp>>();

  note({ head, body }: Segment): void {
    for (const change of body.records) {
      const key = keyOf(change);
      const paths = this.#last.get(key) ?? new Map<string, Stamp>();
      this.#last.set(key, paths);
      const stamp = stampOf(change, head);
      for (const path of change.paths ?? [WHOLE]) {
        const known = paths.get(path);
        if (known === undefined || isLater(stamp, known)) paths.set(path, stamp);
      }
    }
  }

  /** The last write of a field, or of the record as a whole; undefined if it was long before. */
  of(key: string, path: string = WHOLE): Stamp | undefined {
    const paths = this.#last.get(key);
    const [one, whole] = [paths?.get(path), paths?.get(WHOLE)];
    return one !== undefined && whole !== undefined && isLater(whole, one) ? whole : (one ?? whole);
  }

  /** The last write of anything of the record. */
  latest(key: string): Stamp | undefined {
    let last: Stamp | undefined;
    for (const stamp of this.#last.get(key)?.values() ?? [])
      if (last === undefined || isLater(stamp, last)) last = stamp;
    return last;
  }
}
