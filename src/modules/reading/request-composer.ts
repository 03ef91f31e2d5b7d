import type { Memory } from '../../domain/memory.js';
import { zoneOffset } from '../../domain/zone.js';
import { readOwner } from '../../indexes/read-owner.js';
import { isOfUser, sameName } from '../../language/claims/owner-subject.js';
import { NONE } from '../../indexes/bank-index.js';
import type { MemoryId } from '../../domain/ids.js';
import type { NoteToTouch, ReadRequest, Subject, TurnToRead } from '../../ports/reader.js';
import type { OpenedBank } from '../module.js';
import { dayOf, validityOfNote } from '../notes/index.js';
import {
  costOf,
  fittingNotes,
  fittingSubjects,
  fittingTurns,
  REQUEST,
  type ComposedRequest,
} from './compose-request.js';
import { NoteCatalogue } from './note-catalogue.js';
import { rankNotes } from './rank-notes.js';

/** So many ranked notes are looked at for those that still stand and fit. */
const LOOKED_AT = 3 * REQUEST.notes;

export type ComposerParts = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'stemmer' | 'relatives' | 'reading'
>;

/** A request about turns of the bank, and which of them are the owner's own. */
export interface BankRequest extends ComposedRequest {
  readonly memories: readonly Memory[];
  readonly ofOwner: ReadonlySet<MemoryId>;
}

/** Composes requests, with what the bank knows that new turns may touch. */
export class RequestComposer {
  readonly #catalogue: NoteCatalogue;

  constructor(private readonly parts: ComposerParts) {
    this.#catalogue = new NoteCatalogue(parts.stemmer);
  }

  /** A request about as many of the turns, from the first, as fit; null if the first is too long by itself. */
  async compose(memories: readonly Memory[], tokens: number): Promise<BankRequest | null> {
    const { bank, store, state } = this.parts;
    const zone = (await store.bank(bank))?.settings.zone ?? 'UTC';
    const owner = (await readOwner(bank, store))?.name ?? null;
    const turns = fittingTurns(
      memories.map((memory) => turnToRead(memory, zone, owner)),
      tokens,
    );
    const last = turns.at(-1);
    if (last === undefined) return null;
    await state.follow();
    await state.notes.ready();
    this.#catalogue.follow(state.notes.all(), state.index);
    const ranked = rankNotes(
      turns.map(({ text }) => text),
      this.#catalogue,
      this.parts,
    );
    const notes = fittingNotes(await this.#standing(ranked, last.day));
    const request: ReadRequest = { turns, notes, roster: this.#roster(notes, owner), owner };
    const read = memories.slice(0, turns.length);
    const ofOwner = read.filter((memory) => this.#isOfOwner(memory, owner)).map(({ id }) => id);
    return { ...costOf(request), memories: read, ofOwner: new Set(ofOwner) };
  }

  /** Of ranked notes the first ones that nothing has replaced by that day. */
  async #standing(ranked: readonly number[], day: string): Promise<NoteToTouch[]> {
    const { bank, store, state } = this.parts;
    const moment = { knownBy: Infinity, day };
    const ids: MemoryId[] = [];
    for (const number of ranked) {
      const id = this.#catalogue.ids[number];
      const known = id === undefined ? undefined : state.notes.of(state.index.slot(id));
      if (known === undefined || known.id !== id) continue;
      if (validityOfNote(known, state.notes, moment).state !== 'superseded') ids.push(id);
      if (ids.length >= LOOKED_AT) break;
    }
    return (await store.get(bank, ids)).flatMap(({ id, content, note }) =>
      note === undefined ? [] : [{ id, text: content, note }],
    );
  }

  /** The owner, the subjects of the notes that are shown, and those that most notes are about. */
  #roster(notes: readonly NoteToTouch[], owner: string | null): Subject[] {
    const catalogue = this.#catalogue;
    const shown = notes.flatMap(({ id }) => {
      const number = catalogue.numberOf(id);
      return number === undefined ? [] : [catalogue.subjectOf(number)];
    });
    const subjects = [...new Set([...shown, ...catalogue.bySize()])].flatMap(
      (number) => catalogue.subject(number) ?? [],
    );
    const own = subjects.filter(({ name }) => owner !== null && sameName(name, owner));
    return fittingSubjects(new Set([...own, ...subjects]));
  }

  /** A turn of the user; where the owner speaks by name in this bank, of nobody else. */
  #isOfOwner({ speaker, provenance }: Memory, owner: string | null): boolean {
    const { speakers } = this.parts.state.index;
    if (provenance[0]?.source !== 'user') return false;
    if (speaker === null || isOfUser(speaker, 'user') || owner === null) return true;
    const speaks = speakers.find(owner) !== NONE;
    return !speaks || sameName(speaker, owner);
  }
}

function turnToRead(memory: Memory, zone: string, owner: string | null): TurnToRead {
  const { id, provenance, session, saidAt, content } = memory;
  const local = saidAt + zoneOffset(zone, saidAt);
  return {
    id,
    turn: provenance[0]?.turn ?? null,
    session,
    speaker: speakerOf(memory, owner),
    saidAt,
    day: dayOf(local),
    weekday: new Date(local).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
    text: content,
  };
}

function speakerOf({ speaker, provenance }: Memory, owner: string | null): string {
  const source = provenance[0]?.source ?? 'user';
  if (owner !== null && isOfUser(speaker, source)) return owner;
  return speaker ?? `the ${source}`;
}
