import type { BankHandle } from '../../bank/bank-handle.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { finishErasure } from '../privacy/index.js';
import { planDoubles } from './doubles.js';
import { erasuresSince, withErasure } from './erasures.js';
import { FieldStamps } from './field-stamps.js';
import { localChanges } from './local-changes.js';
import { actorOf, type Mark, markOfRead, Marks, type PlacedMark } from './marks.js';
import { type Overruled, planSegment } from './merge-segment.js';
import { type Bodies, NameTaken, OwnSegments } from './own-segments.js';
import type { ErasedRecords, Segment } from './segment.js';
import { type FolderListing, newName, type SharedFolder } from './shared-folder.js';

/** What came from another machine. */
export interface ReadDevice {
  readonly device: string;
  /** What it calls itself. */
  readonly name: string;
  readonly segments: number;
  readonly records: number;
}

/** A machine of which not all could be read, and why. */
export interface UnreadDevice {
  readonly device: string;
  readonly segment: number;
  readonly why: string;
}

/** How long other processes are waited for that read an older state of what was erased, in milliseconds. */
const PATIENCE = 10_000;
const MANY = 500;

/** One sync of a bank with a shared folder: what was changed here is sent, then what the others sent is taken in. */
export class DeviceSync {
  #marks!: Marks;
  #listing!: FolderListing;
  #stamps: FieldStamps | null = null;
  #erased: ReadonlySet<string> = new Set();
  /** The last change of the bank, up to which all of its own was sent: what others sent is only put on top of that. */
  #sent = 0;
  readonly #own: OwnSegments;
  readonly read = new Map<string, ReadDevice>();
  readonly overruled: Overruled[] = [];
  readonly unread: UnreadDevice[] = [];
  readonly counts = { segments: 0, records: 0, conflicts: 0, doubles: 0, erased: 0 };

  constructor(
    private readonly folder: SharedFolder,
    private readonly bank: OpenBank,
    private readonly handle: BankHandle,
    private readonly options: { readonly name: string; readonly signal: AbortSignal | undefined },
  ) {
    this.#own = new OwnSegments(folder, bank.name, options.name, handle.parts.store);
  }

  get device(): string {
    return this.#marks.device ?? '';
  }

  get listing(): FolderListing {
    return this.#listing;
  }

  /** Throws `conflict` if the bank was written to in between: then it is run again. */
  run(): Promise<void> {
    return this.#named(async () => {
      await this.#catchUp();
      await this.#cleanOwn();
    });
  }

  /** What there is to send and to read. Writes nothing. */
  preview(): Promise<void> {
    return this.#named(async () => {
      const { parts } = await this.#pending();
      this.counts.segments = parts.length;
      this.counts.records = parts.flat().length;
      this.read.clear();
      for (let seen = this.#marks; ;) {
        const segment = await this.#next(seen);
        if (segment === null) return;
        this.#note(segment, segment.body.records.length);
        seen = seen.with({ ...markOfRead(segment.head), sequence: 0 });
      }
    });
  }

  /** Under another name, where others have the present one. */
  async #named(work: () => Promise<void>): Promise<void> {
    await this.#begin();
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NameTaken)) throw error;
        this.#marks = this.#marks.goingOnAs(newName(), error.former);
      }
    }
  }

  async #begin(): Promise<void> {
    this.#stamps = null;
    this.#listing = await this.folder.list();
    this.#marks = await Marks.read(this.folder.sync, this.bank.name, this.#parts.store);
    if (this.#marks.device === null) this.#marks = this.#marks.goingOnAs(newName(), 0);
    const former = await this.#takenAfter();
    if (former !== null) this.#marks = this.#marks.goingOnAs(newName(), former);
  }

  /**
   * The last segment that is this bank's own, if there are others of its name: its file was copied to a second machine,
   * or a backup was restored. Null if all are its own.
   */
  async #takenAfter(): Promise<number | null> {
    const own = this.#marks.own.filter(({ device, parts }) => device === this.device && parts > 0);
    const numbers = this.#listing.devices.get(this.device) ?? new Map<number, string>();
    const last = this.#marks.number;
    let taken = [...numbers.keys()].some((number) => number > last);
    let former = last;
    for (const mark of own.toReversed()) {
      const found = await this.#open(this.device, mark.number);
      if (found === null || found.head.nonce === mark.nonce) break;
      [taken, former] = [true, mark.number - mark.parts];
    }
    return taken ? former : null;
  }

  async #catchUp(): Promise<void> {
    await this.folder.sweep(this.device);
    await this.#heal();
    // A process that was killed may have taken a segment in, and not looked through it.
    const { last } = this.#marks;
    if (last?.what === 'read') await this.#joinDoubles(last.sequence);
    await this.#send();
    await this.#sendErasures();
    for (;;) {
      this.#assertGoing();
      const segment = await this.#next(this.#marks);
      if (segment === null) return;
      await this.#takeIn(segment);
    }
  }

  async #pending() {
    const { store } = this.#parts;
    const upTo = (await store.bank(this.bank.name))?.sequence ?? 0;
    const range = [this.#marks.sentUpTo(), upTo] as const;
    return { ...(await localChanges(this.folder.sync, this.bank.name, range, store)), upTo };
  }

  async #send(): Promise<void> {
    const { parts, any, upTo } = await this.#pending();
    this.#sent = upTo;
    if (!any) return;
    const records = parts.flat().length;
    const mark = await this.#commitMark(
      'sent',
      parts.length,
      `${records} records for other machines`,
    );
    await this.#write(mark, { parts });
    this.counts.segments += parts.length;
    this.counts.records += records;
  }

  /** The mark comes first: a segment that a kill kept from being written is written by the next sync. */
  async #commitMark(what: Mark['what'], parts: number, reason: string): Promise<PlacedMark> {
    const { number, counter, former } = this.#marks;
    const mark: Mark = {
      ...{ what, device: this.device, number: number + parts, parts },
      ...{ counter: counter + parts, nonce: newName(), former },
    };
    const sequence = await this.#commit({ ...EMPTY_CHANGE, reason }, mark);
    return { ...mark, sequence };
  }

  async #commit(
    change: Omit<Change, 'actor' | 'bank' | 'at' | 'verb'>,
    mark: Mark,
  ): Promise<number> {
    const { store, clock } = this.#parts;
    const sequence = await store.commit(
      {
        ...change,
        bank: this.bank.name,
        at: clock.now(),
        verb: 'sync',
        actor: actorOf(this.folder.sync, mark),
      },
      { expectedSequence: this.#sent },
    );
    this.#marks = this.#marks.with({ ...mark, sequence });
    this.#sent = sequence;
    return sequence;
  }

  async #write(mark: PlacedMark, bodies: Bodies): Promise<void> {
    for (const segment of await this.#own.write(mark, this.#marks, bodies))
      this.#stamps?.note(segment);
  }

  /** Segments of this machine that are not in the folder are made again. */
  async #heal(): Promise<void> {
    for (const mark of this.#marks.own) {
      const there = this.#listing.devices.get(mark.device);
      const numbers = Array.from({ length: mark.parts }, (_, at) => mark.number - at);
      if (numbers.every((number) => there?.has(number))) continue;
      if (mark.what === 'sent') await this.#write(mark, await this.#own.again(mark, this.#marks));
      else await this.#writeErasure(mark, await this.#erasedNow(mark.sequence));
    }
  }

  async #sendErasures(): Promise<void> {
    const found = await this.#erasedNow(Infinity);
    if (found === null) return;
    const mark = await this.#commitMark('erased', 1, 'an erasure for other machines');
    await this.#writeErasure(mark, found);
    this.counts.segments += 1;
  }

  #erasedNow(until: number): ReturnType<typeof erasuresSince> {
    const known = [...this.#marks.seen()].flatMap(([device, last]) =>
      Array.from({ length: last }, (_, at) => [device, at + 1] as const),
    );
    return erasuresSince(this.#marks.erasedUpTo(until), this.bank.name, this.#parts.store, () =>
      this.#segments(known),
    );
  }

  async #writeErasure(
    mark: PlacedMark,
    found: Awaited<ReturnType<typeof erasuresSince>>,
  ): Promise<void> {
    const erased = found?.erased ?? NOTHING;
    await this.#write(mark, { parts: [found?.records ?? []], erased });
    this.#listing = await this.folder.list();
  }

  async *#segments(
    wanted: Iterable<readonly [device: string, number: number]>,
  ): AsyncGenerator<Segment, void, undefined> {
    for (const [device, number] of wanted) {
      const segment = await this.#open(device, number);
      if (segment !== null) yield segment;
    }
  }

  #open(device: string, number: number): Promise<Segment | null> {
    return this.folder.segment(device, number).catch((error: unknown) => {
      if (MnemeError.is(error)) return null;
      throw error;
    });
  }

  /** The next segment to take in: one whose writer had seen nothing that this bank has not. */
  async #next(marks: Marks): Promise<Segment | null> {
    const seen = marks.seen();
    const ready: Segment[] = [];
    this.unread.length = 0;
    for (const [device, numbers] of this.#listing.devices) {
      const number = (seen.get(device) ?? 0) + 1;
      if (device === this.device || ![...numbers.keys()].some((each) => each >= number)) continue;
      try {
        const segment = await this.folder.segment(device, number);
        const why = segment === null ? MISSING : this.#waitsFor(segment, seen);
        if (segment !== null && why === null) ready.push(segment);
        else this.unread.push({ device, segment: number, why: why ?? MISSING });
      } catch (error) {
        if (!MnemeError.is(error)) throw error;
        const why = `${error.message} ${error.hint ?? ''}`.trim();
        this.unread.push({ device, segment: number, why });
      }
    }
    const rank = ({ head: { counter, device } }: Segment): string =>
      `${String(counter).padStart(16, '0')} ${device}`;
    return ready.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ?? null;
  }

  #waitsFor({ head }: Segment, seen: ReadonlyMap<string, number>): string | null {
    for (const [device, number] of Object.entries(head.seen)) {
      if (number <= (seen.get(device) ?? 0)) continue;
      if (device === this.device) throw new NameTaken(seen.get(device) ?? 0);
      return `It waits for segment ${number} of ${device}, which its machine had read: let the folder finish copying.`;
    }
    return null;
  }

  async #takeIn(segment: Segment): Promise<void> {
    const parts = this.#parts;
    this.#stamps ??= await this.#readStamps();
    await this.#readErasures();
    const known = { stamps: this.#stamps, erased: this.#erased, device: this.device };
    const plan = await planSegment(segment, known, this.bank, parts);
    const { erased } = segment.body;
    const change =
      erased === null ? plan.change : await withErasure(plan.change, erased, this.bank.name, parts);
    const { device, number } = segment.head;
    const reason = `segment ${number} of ${segment.body.name || device}: ${plan.records} records`;
    const sequence = await this.#commit({ ...change, reason }, markOfRead(segment.head));
    this.#stamps.note(segment);
    this.#note(segment, plan.records);
    this.overruled.push(...plan.overruled);
    this.counts.conflicts += plan.conflicts.length;
    if (change.erasure !== null) {
      this.counts.erased += change.erasure.memories.length;
      this.handle.core.openAnew(this.bank);
      await finishErasure(parts.store, PATIENCE);
    }
    if (await this.#joinDoubles(sequence)) await this.#send();
    // So that no later sync looks through it again.
    else if (plan.records > MANY) await this.#commitMark('sent', 0, 'looked through');
  }

  #note({ head: { device }, body: { name } }: Segment, records: number): void {
    const known = this.read.get(device) ?? { segments: 0, records: 0 };
    const segments = known.segments + 1;
    this.read.set(device, { device, name, segments, records: known.records + records });
  }

  async #joinDoubles(sequence: number): Promise<boolean> {
    const { store } = this.#parts;
    const expectedSequence = (await store.bank(this.bank.name))?.sequence ?? 0;
    const change = await planDoubles(sequence, this.bank.name, this.#parts);
    if (change === null) return false;
    await store.commit(change, { expectedSequence });
    this.counts.doubles += change.memories.filter(({ retractedAt }) => retractedAt !== null).length;
    return true;
  }

  /** Of the segments that this bank holds those that some writer of a new one had not seen. */
  async #readStamps(): Promise<FieldStamps> {
    const seen = this.#marks.seen();
    const low = new Map<string, number>(seen);
    for (const [device, numbers] of this.#listing.devices) {
      if (device === this.device) continue;
      const fresh = [...numbers.keys()].filter((number) => number > (seen.get(device) ?? 0));
      for await (const { head } of this.#segments(fresh.map((number) => [device, number] as const)))
        for (const [other, last] of low) low.set(other, Math.min(last, head.seen[other] ?? 0));
    }
    const stamps = new FieldStamps();
    for (const [device, last] of seen) {
      const first = low.get(device) ?? 0;
      const wanted = Array.from(
        { length: last - first },
        (_, at) => [device, first + at + 1] as const,
      );
      for await (const segment of this.#segments(wanted)) stamps.note(segment);
    }
    return stamps;
  }

  get #erasures(): (readonly [device: string, number: number])[] {
    return [...this.#listing.devices].flatMap(([device, numbers]) =>
      [...numbers].flatMap(([number, name]) =>
        name.endsWith('.erasure') ? [[device, number] as const] : [],
      ),
    );
  }

  async #readErasures(): Promise<void> {
    if (this.#erased.size > 0 || this.#erasures.length === 0) return;
    const erased = new Set<string>();
    for await (const { body } of this.#segments(this.#erasures))
      for (const ids of [body.erased?.memories, body.erased?.entities, body.erased?.learned])
        for (const id of ids ?? []) erased.add(id);
    this.#erased = erased;
  }

  /** What was erased leaves the segments of this machine, too: they are made again. */
  async #cleanOwn(): Promise<void> {
    const seen = this.#marks.seen();
    const cleaned = this.#erasures.filter(
      ([device, number]) => number <= (seen.get(device) ?? 0),
    ).length;
    for (const mark of cleaned === 0 ? [] : this.#marks.own) {
      this.#assertGoing();
      const there = mark.parts === 0 ? null : await this.#open(mark.device, mark.number);
      if (there === null || there.head.cleaned >= cleaned) continue;
      const bodies =
        there.body.erased === null
          ? await this.#own.again(mark, this.#marks)
          : await this.#own.asNow(there.body.records, there.body.erased);
      await this.#write(mark, { ...bodies, cleaned });
    }
  }

  /** What was taken in so far stays; the next sync goes on. */
  #assertGoing(): void {
    if (this.options.signal?.aborted !== true) return;
    throw new MnemeError('interrupted', 'The sync was stopped.', {
      hint: 'What was taken in is kept; sync again to go on.',
    });
  }

  get #parts(): EngineParts {
    return this.handle.parts;
  }
}

const NOTHING: ErasedRecords = {
  ...{ memories: [], entities: [], learned: [] },
  ...{ rewritten: [], renamed: [], contexts: [] },
};

const MISSING =
  'It is missing, and later ones are there: let the folder finish copying, or sync on the machine that wrote it, which writes it again.';
