import type { MemoryId } from '../domain/ids.js';
import {
  type Accesses,
  MEMORY_KINDS,
  type MemoryKind,
  type Succeeded,
  trustRank,
  UNUSED,
} from '../domain/memory.js';
import { TRAITS, type Trait } from '../domain/change.js';
import { isReflected } from '../domain/reflection.js';
import { isAssistant } from '../domain/bank.js';
import type { Instant } from '../domain/time.js';
import { readTerms } from '../language/terms.js';
import type { IndexRow } from '../ports/store.js';
import type { VectorIndex } from '../ports/indexes.js';
import {
  append,
  bytes,
  ExpiryIndex,
  float32s,
  float64s,
  type GrowingArray,
  type IndexLabels,
  int32s,
  Numbering,
  SpeakerCounts,
  TimeOrder,
} from './index-columns.js';
import { ClosenessGauge } from './closeness.js';
import { DerivedValueCache } from './caches.js';
import { Passages, Postings } from './postings.js';

/** No such slot, session or speaker. */
export const NONE = -1;

/**
 * In-memory index of one bank for recall and remember: words, vectors, positions and times of every memory, by slot
 * (a small number in order of recording). A cache that follows the journal; the store is the truth.
 */
export class BankIndex {
  readonly postings = new Postings();
  readonly passages = new Passages(this.postings);
  readonly speakers = new Numbering();
  readonly sessions = new Numbering();
  readonly contexts = new Numbering();
  readonly position = int32s();
  readonly saidAt = float64s();
  readonly occurredFrom = float64s();
  readonly occurredTo = float64s();
  readonly recordedAt = float64s();
  /** Infinity while it is not retracted. */
  readonly retractedAt = float64s();
  /** In full precision: a threshold of 0.9 must admit 0.9. */
  readonly confidence = float64s();
  readonly importance = float32s();
  /** Trust in its source; see `trustRank`. */
  readonly trust = bytes();
  readonly traits = int32s();
  /** Share of its words that occur in no earlier memory, 0..1: new information is more likely to be queried. */
  readonly novelty = float32s();
  readonly #ids: MemoryId[] = [];
  readonly #slots = new Map<MemoryId, number>();
  readonly #kind = bytes();
  readonly #speaker = int32s();
  readonly #session = int32s();
  readonly #context = int32s();
  readonly #previous = int32s();
  readonly #next = int32s();
  readonly #members = new Map<number, number[]>();
  readonly #sessionLength = int32s();
  readonly #contextMembers = new Map<number, number[]>();
  readonly #speakerWords = new Map<string, number[]>();
  #namedSpeakers = 0;
  readonly heard = new SpeakerCounts();
  readonly #assistants = new Set<number>();
  #knownSpeakers = 0;
  readonly #tags = new Map<number, readonly string[]>();
  readonly #usage = new Map<number, Accesses>();
  /** By slot, the memory that superseded it; most have none. */
  readonly #successors = new Map<number, MemoryId>();
  /** By slot, when a memory was stated again; most never were. */
  readonly retold = new Map<number, readonly Instant[]>();
  /** Codes of the causal space, as stored, of memories that state a cause. */
  readonly causal = new Map<number, Int8Array>();
  /** Packed codes of pictures by slot; most memories have none. */
  readonly pictures = new Map<number, Int8Array>();
  /** Reflections, forgotten ones included. Their words do not count for the rarity of words in the bank. */
  readonly reflected = new Set<number>();
  readonly ends = new ExpiryIndex(this);
  /** Measures how near a text is to the bank's memories. */
  readonly closeness = new ClosenessGauge(this);
  /** Cache of values that recall derives from memories; they never change. */
  readonly readings = new DerivedValueCache();
  /** Number of memories that contain code. */
  coded = 0;
  /** Number of live memories: with none, recall can answer at once. */
  live = 0;
  /** Number of retractions and restorations, by which caches notice them. */
  retractions = 0;
  readonly times = new TimeOrder(this);

  /** `foldName` normalises a name for lookup: words separated by single spaces. */
  constructor(
    readonly vectors: VectorIndex,
    private readonly foldName: (name: string) => string,
    /** By passage number. */
    readonly passageVectors: VectorIndex,
  ) {}

  get size(): number {
    return this.#ids.length;
  }

  id(slot: number): MemoryId {
    const id = this.#ids[slot];
    if (id === undefined) throw new RangeError(`slot ${slot} of ${this.size}`);
    return id;
  }

  /** The slot of a memory, or {@link NONE}. */
  slot(id: MemoryId): number {
    return this.#slots.get(id) ?? NONE;
  }

  /** Adds a memory or updates it to its new version. Words and vectors never change with a version. */
  put(row: IndexRow): void {
    const { memory } = row;
    const known = this.#slots.get(memory.id);
    const slot = known ?? this.#add(row);
    const was = known !== undefined && this.isLive(slot);
    this.times.note(slot, memory);
    this.occurredFrom.set(slot, memory.occurredFrom);
    this.occurredTo.set(slot, memory.occurredTo);
    this.retractedAt.set(slot, memory.retractedAt ?? Infinity);
    this.confidence.set(slot, memory.confidence);
    this.importance.set(slot, memory.importance);
    this.trust.set(slot, trustRank(memory.trust));
    this.#tags.set(slot, memory.tags);
    if (memory.tags.length === 0) this.#tags.delete(slot);
    this.ends.note(slot);
    if (memory.retold === undefined) this.retold.delete(slot);
    else this.retold.set(slot, memory.retold);
    if (memory.supersededBy === null) this.#successors.delete(slot);
    else this.#successors.set(slot, memory.supersededBy);
    if (row.usage.accessCount > 0) this.#usage.set(slot, row.usage);
    this.live += this.heard.note(this.speaker(slot), Number(this.isLive(slot)) - Number(was));
    if (known !== undefined && this.isLive(slot) !== was) this.retractions++;
  }

  kind(slot: number): MemoryKind {
    return MEMORY_KINDS[this.#kind.get(slot)] ?? 'fact';
  }

  isLive(slot: number): boolean {
    return this.retractedAt.get(slot) === Infinity;
  }

  /** Whether a memory is current and what superseded it; null if it is not here. */
  succeeded(id: MemoryId): Succeeded | null {
    const slot = this.slot(id);
    if (slot === NONE) return null;
    return {
      id,
      saidAt: this.saidAt.get(slot),
      retractedAt: this.isLive(slot) ? null : this.retractedAt.get(slot),
      supersededBy: this.#successors.get(slot) ?? null,
    };
  }

  speaker(slot: number): number {
    return this.#speaker.get(slot);
  }

  /** Whether a memory is code. An utterance with a speaker is not, however much code it contains. */
  isCode(slot: number): boolean {
    return this.has(slot, 'code') && this.speaker(slot) === NONE;
  }

  session(slot: number): number {
    return this.#session.get(slot);
  }

  /** Sessions and speakers by slot, for hot loops; valid until the next {@link put}. */
  get numbers(): { readonly session: Int32Array; readonly speaker: Int32Array } {
    return { session: this.#session.data, speaker: this.#speaker.data };
  }

  context(slot: number): number {
    return this.#context.get(slot);
  }

  /** The previous turn in its session, or {@link NONE}. */
  previous(slot: number): number {
    return this.#previous.get(slot);
  }

  /** The next turn in its session, or {@link NONE}. */
  next(slot: number): number {
    return this.#next.get(slot);
  }

  /** Slots of a session in order of position. */
  sessionMembers(session: number): readonly number[] {
    return this.#members.get(session) ?? [];
  }

  /** Content words of all turns of a session. */
  sessionLength(session: number): number {
    return this.#sessionLength.get(session);
  }

  /** Speakers with this word in their name, normalised as names are. */
  speakersByWord(word: string): readonly number[] {
    for (; this.#namedSpeakers < this.speakers.size; this.#namedSpeakers++) {
      for (const part of this.foldName(this.speakers.text(this.#namedSpeakers)).split(' '))
        append(this.#speakerWords, part, this.#namedSpeakers);
    }
    return this.#speakerWords.get(word) ?? [];
  }

  /** Speakers on the assistant's side of a chat. */
  get assistants(): ReadonlySet<number> {
    for (; this.#knownSpeakers < this.speakers.size; this.#knownSpeakers++)
      if (isAssistant(this.speakers.text(this.#knownSpeakers)))
        this.#assistants.add(this.#knownSpeakers);
    return this.#assistants;
  }

  contextMembers(context: number): readonly number[] {
    return this.#contextMembers.get(context) ?? [];
  }

  tags(slot: number): readonly string[] {
    return this.#tags.get(slot) ?? [];
  }

  usage(slot: number): Accesses {
    return this.#usage.get(slot) ?? UNUSED;
  }

  /** Counts one delivery immediately; the store is updated later. */
  noteUse(slot: number, at: Instant): void {
    const usage = this.usage(slot);
    this.#usage.set(slot, { ...usage, accessCount: usage.accessCount + 1, lastAccessedAt: at });
  }

  has(slot: number, trait: Trait): boolean {
    return (this.traits.get(slot) & TRAITS[trait]) !== 0;
  }

  /** The numeric columns by name, in snapshot order. */
  get columns(): Readonly<
    Record<string, GrowingArray<Int32Array | Float64Array | Float32Array | Uint8Array>>
  > {
    return {
      position: this.position,
      saidAt: this.saidAt,
      occurredFrom: this.occurredFrom,
      occurredTo: this.occurredTo,
      recordedAt: this.recordedAt,
      retractedAt: this.retractedAt,
      confidence: this.confidence,
      importance: this.importance,
      trust: this.trust,
      traits: this.traits,
      novelty: this.novelty,
      kind: this.#kind,
      speaker: this.#speaker,
      session: this.#session,
      context: this.#context,
    };
  }

  /** Non-numeric columns: ids in slot order; tags, usage, successors and restatements of the slots that have any. */
  get labels(): IndexLabels {
    return {
      ids: this.#ids,
      tags: [...this.#tags],
      uses: [...this.#usage],
      successors: [...this.#successors],
      retold: [...this.retold],
    };
  }

  /** Completes a restored index, whose columns, words and vectors are already loaded. */
  adopt({ ids, tags, uses, successors, retold }: IndexLabels): void {
    ids.forEach((id, slot) => {
      this.#ids.push(id);
      this.#slots.set(id, slot);
      this.#place(slot);
      this.coded += Number(this.isCode(slot));
      this.live += this.heard.note(this.speaker(slot), Number(this.isLive(slot)));
    });
    for (const [slot, list] of tags) {
      this.#tags.set(slot, list);
      if (isReflected({ tags: list })) this.reflected.add(slot);
      this.ends.note(slot);
    }
    for (const [slot, usage] of uses) this.#usage.set(slot, usage);
    for (const [slot, id] of successors) this.#successors.set(slot, id);
    for (const [slot, moments] of retold) this.retold.set(slot, moments);
  }

  #add({ memory, terms, traits, vector }: IndexRow): number {
    const reflected = isReflected(memory);
    const passages = terms === '' || reflected ? [] : readTerms(terms);
    const slot = this.postings.add(passages.length === 1 ? (passages[0] ?? []) : passages.flat());
    if (passages.length > 1)
      this.passages.add(
        slot,
        passages.map(({ length }) => length),
      );
    if (reflected) this.reflected.add(slot);
    this.#ids.push(memory.id);
    this.#slots.set(memory.id, slot);
    this.#kind.set(slot, MEMORY_KINDS.indexOf(memory.kind));
    this.#speaker.set(slot, memory.speaker === null ? NONE : this.speakers.number(memory.speaker));
    this.#session.set(slot, memory.session === null ? NONE : this.sessions.number(memory.session));
    this.#context.set(slot, memory.context === null ? NONE : this.contexts.number(memory.context));
    this.position.set(slot, memory.position);
    this.saidAt.set(slot, memory.saidAt);
    this.recordedAt.set(slot, memory.recordedAt);
    this.traits.set(slot, traits);
    this.novelty.set(slot, this.postings.firstSeen / Math.max(1, this.postings.length(slot)));
    this.coded += Number(this.isCode(slot));
    if (vector !== null) this.vectors.put(slot, vector);
    this.#place(slot);
    return slot;
  }

  /** Inserts the slot into its session and context, keeping positions sorted and neighbours linked. */
  #place(slot: number): void {
    this.#previous.set(slot, NONE);
    this.#next.set(slot, NONE);
    const context = this.context(slot);
    if (context !== NONE) append(this.#contextMembers, context, slot);
    const session = this.session(slot);
    if (session === NONE) return;
    this.#sessionLength.set(session, this.sessionLength(session) + this.postings.length(slot));
    const members = append(this.#members, session, slot);
    let at = members.length - 1;
    while (at > 0 && this.position.get(members[at - 1] ?? slot) > this.position.get(slot)) {
      members[at] = members[at - 1] ?? slot;
      at--;
    }
    members[at] = slot;
    this.#link(members[at - 1] ?? NONE, slot);
    this.#link(slot, members[at + 1] ?? NONE);
  }

  #link(before: number, after: number): void {
    if (before !== NONE) this.#next.set(before, after);
    if (after !== NONE) this.#previous.set(after, before);
  }
}
