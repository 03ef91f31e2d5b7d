import type { Memory } from '../../domain/memory.js';
import { trustOf } from '../../domain/trust.js';
import { zoneOffset } from '../../domain/zone.js';
import { readOwner } from '../../indexes/read-owner.js';
import { isOfUser, sameName } from '../../language/claims/owner-subject.js';
import { NONE } from '../../indexes/bank-index.js';
import type { MemoryId } from '../../domain/ids.js';
import type { NoteToTouch, ReadRequest, Subject, TurnToRead } from '../../ports/reader.js';
import type { OpenedBank } from '../module.js';
import type { Speakers } from './voices.js';
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
/** Speakers that are no people, however their turns came here. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['assistant', 'ai', 'agent', 'bot', 'chatbot', 'model', 'llm', 'copilot'],
  ...['tool', 'function', 'system', 'developer', 'plugin', 'browser'],
]);

export type ComposerParts = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'stemmer' | 'relatives' | 'reading'
>;

/** A request about turns of the bank, and who said them. */
export interface BankRequest extends ComposedRequest {
  readonly memories: readonly Memory[];
  readonly said: Speakers;
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
    const standing = await this.#standing(ranked, last.day);
    const notes = fittingNotes(standing.flatMap((memory) => this.#toTouch(memory, last.day)));
    const request: ReadRequest = { turns, notes, roster: this.#roster(notes, owner), owner };
    const read = memories.slice(0, turns.length);
    return { ...costOf(request), memories: read, said: this.#speakers(read, standing, owner) };
  }

  /** Of ranked notes the first ones that nothing has replaced by that day. */
  async #standing(ranked: readonly number[], day: string): Promise<readonly Memory[]> {
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
    return store.get(bank, ids);
  }

  #toTouch({ id, content, note }: Memory, day: string): NoteToTouch[] {
    const { notes, index } = this.parts.state;
    const known = notes.of(index.slot(id));
    if (note === undefined || known === undefined) return [];
    const { state } = validityOfNote(known, notes, { knownBy: Infinity, day });
    const turns = notes.turnsOf(known.slot).map((slot) => index.id(slot));
    return [{ id, text: content, note, state, turns }];
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

  /** Where the owner speaks in this bank, by name or as the user, nobody else's turns are the owner's; those of programs never are. */
  #speakers(memories: readonly Memory[], shown: readonly Memory[], owner: string | null): Speakers {
    const { index } = this.parts.state;
    const isOwners = (speaker: string | null): boolean =>
      speaker === null || isOfUser(speaker, 'user') || (owner !== null && sameName(speaker, owner));
    const speaks = [owner, 'user'].some(
      (name) => name !== null && index.speakers.find(name) !== NONE,
    );
    const people = memories.filter(({ provenance, speaker }) => {
      const said = provenance[0]?.source === 'user';
      return said && (speaker === null || !PROGRAMS.has(speaker.toLowerCase()));
    });
    const own = people.filter(({ speaker }) => !speaks || isOwners(speaker));
    const ids = (of: readonly Memory[]): Set<MemoryId> => new Set(of.map(({ id }) => id));
    const sources = new Map([...memories, ...shown].map((each) => [each.id, trustOf(each)]));
    for (const { id, speaker } of memories)
      if (PROGRAMS.has(speaker?.toLowerCase() ?? '') && sources.get(id) === 'user')
        sources.set(id, 'agent');
    return {
      owner: ids(own),
      people: ids(people),
      sources,
      stands: (id) => {
        const slot = index.slot(id as MemoryId);
        return slot !== NONE && index.isLive(slot) && index.kind(slot) !== 'note';
      },
    };
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
