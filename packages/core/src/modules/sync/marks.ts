import { journalBackwards } from '../../bank/pages.js';
import type { JournalEntry } from '../../domain/change.js';
import type { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import type { SegmentHead } from './segment.js';

/** What the journal says of one step of a sync, in the name of who made the change. */
export interface Mark {
  /** `sent`: changes since the last one; `erased`: what was erased; `read`: a segment was taken in. */
  readonly what: 'sent' | 'erased' | 'read';
  readonly device: string;
  /** The segment; of several that were sent at once the last. */
  readonly number: number;
  /** How many were sent at once; 0 if nothing had to be. */
  readonly parts: number;
  /** The counter of that segment. */
  readonly counter: number;
  readonly nonce: string;
  /** The last segment of the former name of this machine, if it goes on under another; else 0. */
  readonly former: number;
}

export type PlacedMark = Mark & { readonly sequence: number };

/** Of a segment that is taken in. */
export const markOfRead = ({ device, number, counter, nonce }: SegmentHead): Mark => ({
  ...{ what: 'read', device, number, parts: 1, counter, nonce, former: 0 },
});

const MARK = /^sync (\w{8}) (sent|erased|read) (\w{8}) (\d+) (\d+) (\d+) (\w{8}) (\d+)$/;

export const actorOf = (
  sync: string,
  { what, device, number, parts, counter, nonce, former }: Mark,
): string => ['sync', sync, what, device, number, parts, counter, nonce, former].join(' ');

export function markOf(sync: string, entry: Pick<JournalEntry, 'verb' | 'actor'>): Mark | null {
  const found = entry.verb === 'sync' ? MARK.exec(entry.actor) : null;
  if (found?.[1] !== sync) return null;
  const [, , what, device = '', number, parts, counter, nonce = '', former] = found;
  return {
    what: what as Mark['what'],
    device,
    number: Number(number),
    parts: Number(parts),
    counter: Number(counter),
    nonce,
    former: Number(former),
  };
}

/**
 * How far a bank has come with one shared folder, as its journal says: kept in the same transaction as what was taken
 * in, and gone back with a backup that is restored.
 */
export class Marks {
  /** What this machine sent, without what a copy of its bank sent in its place. */
  readonly own: readonly PlacedMark[];

  private constructor(
    private readonly marks: readonly PlacedMark[],
    /** Under which name this machine goes on, if it is another. */
    private readonly next?: Pick<Mark, 'device' | 'former'>,
  ) {
    const own: PlacedMark[] = [];
    let later = next;
    let bound = Infinity;
    for (const mark of marks.filter(({ what }) => what !== 'read').reverse()) {
      if (later !== undefined && later.device !== mark.device) bound = later.former;
      if (mark.number <= bound) own.unshift(mark);
      later = mark;
    }
    this.own = own;
  }

  static async read(sync: string, bank: BankName, store: Pick<Store, 'journal'>): Promise<Marks> {
    const marks: PlacedMark[] = [];
    for await (const entry of journalBackwards(bank, { verbs: ['sync'] }, store)) {
      const mark = markOf(sync, entry);
      if (mark !== null) marks.push({ ...mark, sequence: entry.sequence });
    }
    return new Marks(marks.reverse());
  }

  /** With a mark that was committed just now. */
  with(mark: PlacedMark): Marks {
    return new Marks([...this.marks, mark], mark.what === 'read' ? this.next : undefined);
  }

  /** For a machine that goes on under another name after this segment, as others have read different ones after it. */
  goingOnAs(device: string, former: number): Marks {
    return new Marks(this.marks, { device, former });
  }

  /** The name of this machine in the folder; null before it sent anything. */
  get device(): string | null {
    return this.next?.device ?? this.marks.findLast(({ what }) => what !== 'read')?.device ?? null;
  }

  get former(): number {
    return this.next?.former ?? 0;
  }

  /** The last segment that this machine wrote under its present name. */
  get number(): number {
    return this.own.findLast(({ device }) => device === this.device)?.number ?? 0;
  }

  get counter(): number {
    return this.marks.reduce((most, { counter }) => Math.max(most, counter), 0);
  }

  /** The last segment of each machine that is in the bank, up to a change of it. */
  seen(until = Infinity): ReadonlyMap<string, number> {
    const seen = new Map<string, number>();
    const own = new Set(this.own);
    for (const mark of this.marks)
      if (mark.sequence <= until && (mark.what === 'read' || own.has(mark)))
        seen.set(mark.device, Math.max(seen.get(mark.device) ?? 0, mark.number));
    return seen;
  }

  /** The last change that a segment covers; 0 for none. */
  sentUpTo(before = Infinity): number {
    return this.#upTo('sent', before);
  }

  get last(): PlacedMark | undefined {
    return this.marks.at(-1);
  }

  /** The last change whose erasures were sent. */
  erasedUpTo(before: number): number {
    return this.#upTo('erased', before);
  }

  #upTo(what: Mark['what'], before: number): number {
    return this.own.findLast((mark) => mark.what === what && mark.sequence < before)?.sequence ?? 0;
  }
}
