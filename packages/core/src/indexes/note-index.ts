import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Note } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import { type BankIndex, NONE } from './bank-index.js';
import { type EdgeIndex, rolesWith } from './edge-index.js';
import { conditionOf } from '../language/strategy-wording.js';
import { ENGLISH_STOP_WORDS } from '../language/segmentation.js';

/** Probability that a note rests on another if its reason names the other's value and its subject or aspect. */
export const DEPENDENCE_CONFIDENCE = 0.8;

/** Least share of a reason's words that tell another note again. */
const TELLING_SHARE = 0.5;

const INDEPENDENT_TYPES: ReadonlySet<Note['type']> = new Set(['event', 'opinion', 'relation']);

/** The distinct content words of a text. */
const distinctiveWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
      (word) => !ENGLISH_STOP_WORDS.has(word),
    ),
  );

/** The words of a note's reason; null if the note would stay valid without its reason. */
export function reasonOf({ because, type, status, value }: Note): ReadonlySet<string> | null {
  if (because === null || INDEPENDENT_TYPES.has(type) || status === 'done') return null;
  // A conditional note stays valid under its condition.
  return conditionOf(value) === null ? distinctiveWords(because) : null;
}

/**
 * Whether a note's reason names another note: a word of its value, and another of its subject or aspect. One word of
 * both may be anything: that of whoever keeps the bank stands in most reasons.
 */
export function mayDependOn(note: Note, reason: ReadonlySet<string>, other: Note): boolean {
  if (note.about === other.about && note.aspect === other.aspect) return false;
  const values = shared(distinctiveWords(other.value), reason);
  const topic = shared(distinctiveWords(`${other.about} ${other.aspect}`), reason);
  return values.some((value) => topic.some((word) => word !== value));
}

/** Whether a note's reason tells what another says: at least half of its words are the other's. */
export function tellsAgain(note: Note, other: Note): boolean {
  const reason = reasonOf(note);
  if (reason === null) return false;
  const words = distinctiveWords([other.about, other.aspect, other.value].join(' '));
  return shared(reason, words).length >= reason.size * TELLING_SHARE;
}

/** Whether a note's reason names every word of the former value that the new one (null for none) lacks. */
export function losesReason(note: Note, former: Note, instead: Note | null): boolean {
  const reason = reasonOf(note);
  const now = instead === null ? new Set<string>() : distinctiveWords(instead.value);
  const gone = [...distinctiveWords(former.value)].filter((word) => !now.has(word));
  return reason !== null && gone.length > 0 && gone.every((word) => reason.has(word));
}

const shared = (words: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter((word) => others.has(word));

const READ_OFF = rolesWith(['derived_from']);
const REPLACES = rolesWith(['supersedes']);
const DOUBTS = rolesWith(['doubts']);
const RESTS_ON = rolesWith(['rests_on']);
const CONFLICTS = rolesWith(['conflicts_with']);

/** A note with its place in the index. */
export interface KnownNote {
  readonly id: MemoryId;
  readonly slot: number;
  readonly note: Note;
  readonly saidAt: Instant;
  readonly recordedAt: Instant;
  /**
   * Vectors of the questions that it answers (`asks`), then of the tasks it matters for (`matters`); empty until
   * embedded.
   */
  readonly vectors: readonly Int8Array[];
}

/** The sources of the index. */
interface NoteSources {
  readonly index: BankIndex;
  readonly edges: EdgeIndex;
  readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  /** The concatenated vectors of the notes' `asks` and `matters`. */
  readonly codes: (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, Int8Array>>;
}

/**
 * The bank's notes by slot, with their links to turns and to each other; lookups return live ones only. A cache in
 * addition to the other indexes: call {@link ready} once they have followed the journal.
 */
export class NoteIndex {
  readonly #notes = new Map<number, KnownNote>();
  readonly #stale = new Set<number>();
  /** The words of each subject; null until first used. */
  #subjects: readonly (readonly string[])[] | null = null;
  /** Slots by subject and aspect; null until first used. */
  #aspects: ReadonlyMap<string, readonly number[]> | null = null;
  #seen = 0;
  /** Slots by aspect, whatever the subject; null until first used. */
  #aspectsOfAny: ReadonlyMap<string, readonly number[]> | null = null;
  /** Slots by the words of the notes' values; null until first used. */
  #values: ReadonlyMap<string, readonly number[]> | null = null;
  /** Null until first used. */
  #lastSaidAt: Instant | null = null;
  #lastSlot: number | null = null;

  constructor(private readonly followed: NoteSources) {}

  /** Loads the notes that were added or changed since the last call. */
  async ready(): Promise<void> {
    const { index, load } = this.followed;
    for (; this.#seen < index.size; this.#seen++)
      if (index.kind(this.#seen) === 'note') this.#stale.add(this.#seen);
    if (this.#stale.size === 0) return;
    this.#subjects = null;
    this.#aspects = null;
    this.#values = null;
    this.#aspectsOfAny = null;
    this.#lastSaidAt = null;
    this.#lastSlot = null;
    const slots = [...this.#stale];
    const ids = slots.map((slot) => index.id(slot));
    const codes = await this.followed.codes(ids);
    for (const memory of await load(ids)) {
      const slot = index.slot(memory.id);
      const { id, note, saidAt, recordedAt } = memory;
      if (slot === NONE || note === undefined) this.#notes.delete(slot);
      else
        this.#notes.set(slot, {
          ...{ id, slot, note, saidAt, recordedAt },
          vectors: splitVectors(codes.get(id), note.asks.length + note.matters.length),
        });
    }
    for (const slot of slots) this.#stale.delete(slot);
  }

  /** Marks changed notes for reloading. */
  drop(ids: readonly MemoryId[]): void {
    for (const id of ids) {
      const slot = this.followed.index.slot(id);
      if (this.#notes.has(slot)) this.#stale.add(slot);
    }
  }

  /** Reloads all notes, as vectors were added to stored ones. */
  reload(): void {
    for (const slot of this.#notes.keys()) this.#stale.add(slot);
  }

  /** Number of notes, retracted ones included. */
  get size(): number {
    return this.#notes.size;
  }

  /** When the latest note was said; 0 without notes. */
  get lastSaidAt(): Instant {
    this.#lastSaidAt ??= [...this.all()].reduce((last, { saidAt }) => Math.max(last, saidAt), 0);
    return this.#lastSaidAt;
  }

  /**
   * Whether a memory came after everything that was read into notes: that it has none says nothing about it yet. False
   * without notes.
   */
  isAhead(slot: number): boolean {
    this.#lastSlot ??= [...this.#notes.keys()].reduce((last, each) => Math.max(last, each), -1);
    return this.size > 0 && slot > this.#lastSlot && this.notesOf(slot).length === 0;
  }

  of(slot: number): KnownNote | undefined {
    return this.followed.index.isLive(slot) ? this.#notes.get(slot) : undefined;
  }

  *all(): Generator<KnownNote, void, undefined> {
    for (const known of this.#notes.values())
      if (this.followed.index.isLive(known.slot)) yield known;
  }

  /** Number of the notes' subjects whose full names a text contains. */
  subjectsNamed(text: string): number {
    const words = new Set(wordsIn(text));
    return this.#namesOfSubjects().filter(
      (own) => own.length > 0 && own.every((word) => words.has(word)),
    ).length;
  }

  /** Whether a word, in lower case, is part of the name of any of the notes' subjects. */
  isInSubject(word: string): boolean {
    return this.#namesOfSubjects().some((own) => own.includes(word));
  }

  #namesOfSubjects(): readonly (readonly string[])[] {
    this.#subjects ??= [...new Set([...this.all()].map(({ note }) => note.about))].map(wordsIn);
    return this.#subjects;
  }

  /** The notes on each aspect of a subject that has several. */
  sharedAspects(): KnownNote[][] {
    return [...this.#byAspect().values()].flatMap((slots) => {
      const found = this.#known(slots);
      return found.length < 2 ? [] : [found];
    });
  }

  /** The notes on the same aspect of the same subject, including the given one. */
  sharingAspect({ note }: KnownNote): KnownNote[] {
    return this.#known(this.#byAspect().get(aspectKey(note)) ?? []);
  }

  /** Notes with a recorded conflict with this one, resolved or not. */
  conflictsOf(slot: number): KnownNote[] {
    return [true, false].flatMap((outgoing) =>
      this.#known(this.#linked(slot, CONFLICTS, outgoing)),
    );
  }

  #byAspect(): ReadonlyMap<string, readonly number[]> {
    this.#aspects ??= slotsBy(this.#notes.values(), ({ note }) => [aspectKey(note)]);
    return this.#aspects;
  }

  /** Slots of the turns that a note was extracted from, the strongest evidence first. */
  turnsOf(slot: number): number[] {
    return this.#linked(slot, READ_OFF, true);
  }

  /** Trust in a note’s source; see `trustRank`. */
  trustIn(slot: number): number {
    return this.followed.index.trust.get(slot);
  }

  /** The notes extracted from a turn. */
  notesOf(turn: number): KnownNote[] {
    return this.#known(this.#linked(turn, READ_OFF, false));
  }

  replacedBy(slot: number): KnownNote[] {
    return this.#known(this.#linked(slot, REPLACES, false));
  }

  replacing(slot: number): KnownNote[] {
    return this.#known(this.#linked(slot, REPLACES, true));
  }

  doubtedBy(slot: number): KnownNote[] {
    return this.#known(this.#linked(slot, DOUBTS, false));
  }

  /** The notes that the reason of this one names. */
  groundsOf(slot: number): KnownNote[] {
    return this.#known(this.#linked(slot, RESTS_ON, true));
  }

  /** The notes whose reason names this one. */
  restingOn(slot: number): KnownNote[] {
    return this.#known(this.#linked(slot, RESTS_ON, false));
  }

  /** The notes on one aspect, whatever they are about. */
  ofAspect(aspect: string): KnownNote[] {
    this.#aspectsOfAny ??= slotsBy(this.#notes.values(), ({ note }) => [folded(note.aspect)]);
    return this.#known(this.#aspectsOfAny.get(folded(aspect)) ?? []);
  }

  /** The notes with a word in their value. */
  valuedWith(word: string): KnownNote[] {
    this.#values ??= slotsBy(this.#notes.values(), ({ note }) => distinctiveWords(note.value));
    return this.#known(this.#values.get(word) ?? []);
  }

  #linked(slot: number, role: number, outgoing: boolean): number[] {
    const { edges } = this.followed;
    return edges
      .links(edges.memoryNode(slot), role)
      .flatMap((link) => (link.outgoing === outgoing ? [edges.slot(link.other)] : []));
  }

  #known(slots: readonly number[]): KnownNote[] {
    return slots.flatMap((slot) => this.of(slot) ?? []);
  }
}

function slotsBy(
  notes: Iterable<KnownNote>,
  keysOf: (known: KnownNote) => Iterable<string>,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const known of notes)
    for (const key of keysOf(known)) {
      const slots = found.get(key);
      if (slots === undefined) found.set(key, [known.slot]);
      else slots.push(known.slot);
    }
  return found;
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const aspectKey = ({ about, aspect }: Note): string => folded(`${about}\n${aspect}`);

/** Words that do not distinguish one name from another. */
const NAME_STOP_WORDS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'and', 's']);

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !NAME_STOP_WORDS.has(word));

/** Splits concatenated vectors of equal length. */
function splitVectors(code: Int8Array | undefined, count: number): Int8Array[] {
  if (code === undefined || count === 0) return [];
  const width = code.length / count;
  return Array.from({ length: count }, (_, at) => code.subarray(at * width, (at + 1) * width));
}
