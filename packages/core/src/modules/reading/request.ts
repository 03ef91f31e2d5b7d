import type { MemoryId } from '../../domain/ids.js';
import { localSaid, type Memory, trustOf } from '../../domain/memory.js';
import type { OffsetAt } from '../../domain/time.js';
import { NONE } from '../../indexes/bank-index.js';
import { bankOffset, readOwner } from '../../indexes/owner-and-zone.js';
import { isOfUser, sameName } from '../../language/claims/keyed-claim.js';
import { countTokens } from '../../language/count-tokens.js';
import type { OpenedBank } from '../module.js';
import { dayOf, validityOfNote } from '../notes/index.js';
import { NoteCatalogue, rankNotes } from './note-catalogue.js';
import type { Speakers } from './voices.js';
import type { NoteToTouch, ReadRequest, Subject, TurnToRead } from '../../ports/models.js';
import {
  noteLine,
  READ_NOTES_FRAME,
  subjectLine,
  turnLine,
} from '../../prompts/notes-and-summaries.js';

/** Limits of a request. */
export const REQUEST = {
  turns: 20,
  notes: 80,
  noteTokens: 3_000,
  subjects: 60,
  subjectTokens: 800,
} as const;
/** Tokens reserved for the answer about each turn; unused ones are returned. */
const ANSWER_TOKENS = 400;
/** Tokens of the answer's schema, which servers count, too. */
const FORM_TOKENS = 900;

/** A request with its cost. */
interface ComposedRequest {
  readonly request: ReadRequest;
  /** Tokens of the request, and those booked including the answer. */
  readonly asked: number;
  readonly booked: number;
}

/**
 * The first turns that fit the token limit together with the task and its notes; empty if the first alone is too
 * long.
 */
function fittingTurns(turns: readonly TurnToRead[], tokens: number): readonly TurnToRead[] {
  let left =
    tokens -
    countTokens(READ_NOTES_FRAME) -
    FORM_TOKENS -
    REQUEST.noteTokens -
    REQUEST.subjectTokens;
  const fitting: TurnToRead[] = [];
  for (const turn of turns.slice(0, REQUEST.turns)) {
    left -= turnTokens(turn) + ANSWER_TOKENS;
    if (left < 0) break;
    fitting.push(turn);
  }
  return fitting;
}

/** The ranked notes that a request shows: at most 80, limited by tokens without their sentences. */
function fittingNotes(ranked: Iterable<NoteToTouch>): NoteToTouch[] {
  const shown: NoteToTouch[] = [];
  let tokens = 0;
  for (const note of ranked) {
    const cost = noteTokens(note, false);
    if (shown.length >= REQUEST.notes) break;
    // Skip a long note, but not the shorter ones after it.
    if (tokens + cost > REQUEST.noteTokens) continue;
    tokens += cost;
    shown.push(note);
  }
  return shown;
}

/** Number of leading notes that fit with their full sentence. */
export function wholeNotes(notes: readonly NoteToTouch[]): number {
  let tokens = notes.reduce((sum, note) => sum + noteTokens(note, false), 0);
  let whole = 0;
  for (const note of notes) {
    tokens += noteTokens(note, true) - noteTokens(note, false);
    if (tokens > REQUEST.noteTokens) break;
    whole++;
  }
  return whole;
}

/** The subjects that a request lists, in order of use. */
function fittingSubjects(subjects: Iterable<Subject>): Subject[] {
  const named: Subject[] = [];
  let tokens = 0;
  for (const subject of subjects) {
    tokens += countTokens(subjectLine(subject)) + 1;
    if (tokens > REQUEST.subjectTokens || named.length >= REQUEST.subjects) break;
    named.push(subject);
  }
  return named;
}

/** The token cost of a request. */
function costOf(request: ReadRequest): ComposedRequest {
  const { turns, notes, roster } = request;
  const whole = wholeNotes(notes);
  const asked =
    countTokens(READ_NOTES_FRAME) +
    FORM_TOKENS +
    turns.reduce((sum, turn) => sum + turnTokens(turn), 0) +
    notes.reduce((sum, note, at) => sum + noteTokens(note, at < whole), 0) +
    roster.reduce((sum, subject) => sum + countTokens(subjectLine(subject)) + 1, 0);
  return { request, asked, booked: asked + turns.length * ANSWER_TOKENS };
}

const turnTokens = (turn: TurnToRead): number => countTokens(turnLine(turn, 't20')) + 1;
const noteTokens = (note: NoteToTouch, whole: boolean): number =>
  countTokens(noteLine(note, 'n80', whole)) + 1;

/** Maximum number of ranked notes examined for ones that are still valid and fit. */
const LOOKED_AT = 3 * REQUEST.notes;
/** Speakers that are programs, whatever the source of their turns. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['assistant', 'ai', 'agent', 'bot', 'chatbot', 'model', 'llm', 'copilot'],
  ...['tool', 'function', 'system', 'developer', 'plugin', 'browser'],
]);

type ComposerParts = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'stemmer' | 'relatives' | 'reading'
>;

/** A request about turns of the bank, and their speakers. */
export interface BankRequest extends ComposedRequest {
  readonly memories: readonly Memory[];
  readonly said: Speakers;
}

/** Composes requests with the notes and subjects that new turns may affect. */
export class RequestComposer {
  readonly #catalogue: NoteCatalogue;

  constructor(private readonly parts: ComposerParts) {
    this.#catalogue = new NoteCatalogue(parts.stemmer);
  }

  /** A request about the first turns that fit; null if the first alone is too long. */
  async compose(memories: readonly Memory[], tokens: number): Promise<BankRequest | null> {
    const { bank, store, state } = this.parts;
    const ofZone = await bankOffset(bank, store);
    const owner = (await readOwner(bank, store))?.name ?? null;
    const turns = fittingTurns(
      memories.map((memory) => turnToRead(memory, ofZone, owner)),
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

  /** The first ranked notes that were not superseded by that day. */
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

  /** The owner, the subjects of the shown notes, then those with the most notes. */
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

  /**
   * If the owner speaks in this bank, by name or as the user, only their turns are the owner's; those of programs
   * never are.
   */
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

function turnToRead(memory: Memory, ofZone: OffsetAt, owner: string | null): TurnToRead {
  const { id, provenance, session, saidAt, content } = memory;
  const local = localSaid(memory, ofZone);
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
