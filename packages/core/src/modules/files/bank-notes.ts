import type { EngineParts, OpenBank } from '../../bank/core.js';
import { AUDIENCE_TAG, isAudienceTag } from '../../domain/audience.js';
import type { MemoryId } from '../../domain/ids.js';
import { localSaid, type Memory, trustOf, trustRank } from '../../domain/memory.js';
import type { Note } from '../../domain/note.js';
import type { OffsetAt } from '../../domain/time.js';
import type { Validity } from '../../domain/validity.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { normaliseName } from '../../language/entity-names.js';
import { dayOf, presentAt, successorOf, validityOfNote, type Moment } from '../notes/index.js';
import { fieldsOf, hashOf, headOf, inLine, type QuotedTurn, sentenceOf } from './note-line.js';
import type { NoteFields } from './note-line.js';
import type { FormerNote, ShownNote, SubjectContent } from './subject-file.js';

export type NoteMemory = Memory & { readonly note: Note };

/** By which key a subject is known, whatever its spelling. */
export const subjectKey = (about: string): string => normaliseName(about) || about.trim();

const TURNS = 3;

/** What a note's end is told from. */
interface Told {
  readonly state: OpenBank['state'];
  readonly moment: Moment;
  /** The day on which a note was said, by its speaker's clock. */
  readonly saidOf: (known: KnownNote) => string;
}

/** The notes of a bank as a folder is to show them. */
export class BankNotes {
  readonly subjects = new Map<string, SubjectContent>();
  /** The notes that hold, as they are. */
  readonly current = new Map<MemoryId, NoteMemory>();
  readonly #formerWords = new Set<string>();
  readonly #byHash = new Map<string, MemoryId>();
  readonly #successors = new Map<MemoryId, MemoryId>();

  private constructor(
    readonly sequence: number,
    private readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
  ) {}

  static async read(bank: OpenBank, { store, clock }: EngineParts): Promise<BankNotes> {
    await bank.state.follow();
    const { notes, index } = bank.state;
    await notes.ready();
    const now = clock.now();
    const ofZone = await bankOffset(bank.name, store);
    const moment = presentAt(now, ofZone(now));
    const read = new BankNotes(bank.state.sequence, (ids) => store.get(bank.name, ids));
    const all = [...notes.all()].sort((a, b) => a.recordedAt - b.recordedAt || a.slot - b.slot);
    const turnIds = new Map(
      all.map(({ slot }) => [
        slot,
        notes
          .turnsOf(slot)
          .slice(0, TURNS)
          .map((turn) => index.id(turn)),
      ]),
    );
    const wanted = [...all.map(({ id }) => id), ...[...turnIds.values()].flat()];
    const memories = new Map(
      (await read.load([...new Set(wanted)])).map((each) => [each.id, each]),
    );
    for (const known of all) {
      const memory = memories.get(known.id);
      if (memory?.note === undefined || memory.retractedAt !== null) continue;
      const turns = (turnIds.get(known.slot) ?? []).flatMap((id) =>
        quote(memories.get(id), ofZone),
      );
      const saidOf = (note: KnownNote): string =>
        dayOf(localSaid(memories.get(note.id) ?? { ...note, provenance: [] }, ofZone));
      read.#add(memory as NoteMemory, turns, known, { state: bank.state, moment, saidOf });
    }
    return read;
  }

  #add(memory: NoteMemory, turns: readonly QuotedTurn[], known: KnownNote, told: Told): void {
    const { about, is } = memory.note;
    const { state, moment } = told;
    const { notes } = state;
    const validity = validityOfNote(known, notes, moment);
    const shown = { id: memory.id, fields: fieldsOf(memory), turns };
    const key = subjectKey(about);
    const before = this.subjects.get(key) ?? { about, is: null, notes: [], history: [] };
    const past = isPast(validity, memory);
    if (past) {
      const successor = successorOf(known, notes, moment);
      if (successor !== null) this.#successors.set(memory.id, successor.id);
      this.#formerWords.add(memory.content);
    } else {
      this.current.set(memory.id, memory);
      const { text } = shown.fields;
      this.#byHash.set(hashOf(key, headOf(shown.fields), inLine(text)), memory.id);
    }
    this.subjects.set(key, {
      // The spelling of the latest note.
      about,
      is: is ?? before.is,
      notes: past ? before.notes : pushed(before.notes, shown),
      history: past
        ? pushed(before.history, { ...shown, ended: inWords(validity, known, told) })
        : before.history,
    });
  }

  /** The audiences of the current notes on a subject together: the strictest of them. */
  audienceTagsOf(about: string): readonly string[] {
    const key = subjectKey(about);
    return [...this.current.values()]
      .filter(({ note }) => subjectKey(note.about) === key)
      .flatMap(({ tags }) => tags.filter(isAudienceTag));
  }

  /** The notes that some replaced, at any remove: they would hold again if those were forgotten alone. */
  before(ids: readonly MemoryId[]): readonly MemoryId[] {
    const gone = new Set(ids);
    for (let found = true; found;) {
      found = false;
      for (const [old, by] of this.#successors)
        if (gone.has(by) && !gone.has(old)) {
          gone.add(old);
          found = true;
        }
    }
    return [...gone].slice(ids.length);
  }

  /**
   * Standing wishes and rules of people and agents: what a web page or a tool asks for is none, and what not everybody
   * may know has no place in a file of a project.
   */
  instructions(): readonly NoteMemory[] {
    return [...this.current.values()].filter(
      (memory) =>
        memory.note.type === 'instruction' &&
        memory.note.status === 'holds' &&
        !memory.tags.includes(AUDIENCE_TAG) &&
        trustRank(trustOf(memory)) >= trustRank('agent'),
    );
  }

  /** The note of a subject that says exactly this, with or without a sentence of its own. */
  saying(about: string, fields: NoteFields): MemoryId | undefined {
    const text = inLine(sentenceOf(about, fields));
    return this.#byHash.get(hashOf(subjectKey(about), headOf(fields), text));
  }

  /** Whether an earlier note that holds no more has the very words. */
  wasSaid(text: string): boolean {
    return this.#formerWords.has(text);
  }

  /** Memories that are not current notes: former ones, forgotten ones, those held back. */
  async others(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Memory>> {
    const found = await this.load(ids.filter((id) => !this.current.has(id)));
    return new Map(found.map((memory) => [memory.id, memory]));
  }

  /** The current note that took the place of one, through any number of steps; undefined if none did. */
  async successor(memory: Memory): Promise<MemoryId | undefined> {
    const seen = new Set<MemoryId>();
    let at: Memory | undefined = memory;
    while (at !== undefined && !seen.has(at.id)) {
      seen.add(at.id);
      const next: MemoryId | null = this.#successors.get(at.id) ?? at.supersededBy;
      if (next === null) return undefined;
      if (this.current.has(next)) return next;
      [at] = await this.load([next]);
    }
    return undefined;
  }
}

/** An event stays what happened after its day; every other note that ended is history. */
const isPast = ({ state }: Validity, { note: { type } }: NoteMemory): boolean =>
  state === 'superseded' || state === 'ended' || (state === 'past' && type !== 'event');

function pushed<Shown extends ShownNote>(list: readonly Shown[], shown: Shown): readonly Shown[] {
  // The lists are this reader's own; copying them would be quadratic.
  (list as Shown[]).push(shown);
  return list;
}

function inWords(
  { detail }: Validity,
  known: KnownNote,
  { state: { notes, index }, saidOf }: Told,
): FormerNote['ended'] {
  const { until } = known.note;
  const said = `said ${saidOf(known)}`;
  const by = detail === null ? undefined : notes.of(index.slot(detail.by));
  if (by !== undefined) return `${said}; since then “${by.note.value}”, said ${saidOf(by)}`;
  return until === null ? `${said}; ended` : `${said}; until ${until}`;
}

function quote(turn: Memory | undefined, ofZone: OffsetAt): QuotedTurn[] {
  if (turn === undefined || turn.retractedAt !== null) return [];
  const { id, speaker, content } = turn;
  return [{ id, day: dayOf(localSaid(turn, ofZone)), speaker, content }];
}
