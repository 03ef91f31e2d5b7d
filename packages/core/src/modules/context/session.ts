import { z } from 'zod';
import type { OpenBank } from '../../bank/core.js';
import { MnemeError } from '../../domain/errors.js';
import { type BankName, type MemoryId, SessionId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { FORGOTTEN, type NoteType } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import {
  type GivenPiece,
  hasNothing,
  isSaid,
  isScratchFor,
  noted,
  type ParsedSessionInput,
  SAID,
  ScratchNote,
  SessionInput,
  type StoredWorkingMemory,
  withGiven,
  withScratch,
  WORKING_BOUNDS,
  WorkingMemory,
} from '../../domain/working-memory.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { isLatestCurrent } from '../../indexes/note-validity.js';
import { countTokens } from '../../language/count-tokens.js';
import { hashText } from '../../language/text-hash.js';
import { dayOf, type Moment, validityOfNote } from '../notes/index.js';
import { DAY, type Instant } from '../../domain/time.js';
import { recall } from '../../recall/recall.js';
import { BankPrivacy, type PrivacyPorts } from '../../safety/bank-privacy.js';
import { redactId } from '../../safety/personal/redact.js';

const sessionViewShape = z.strictObject({
  session: SessionId,
  /** Null for a session without notes, or one that was cleared. */
  working: WorkingMemory.nullable(),
  /** The notes that the agent may read, oldest first; set if an agent is named. */
  notes: z.exactOptional(z.array(ScratchNote)),
  /** How many of its own notes were dropped; set if an agent is named. */
  dropped: z.exactOptional(z.number()),
});
/** The working memory of a session, and an agent's notes. */
export interface SessionView extends Of<typeof sessionViewShape> {}
export const SessionView: SchemaOf<SessionView, typeof sessionViewShape> = sessionViewShape;

/** Agents' notes are private to them. */
function withoutScratch({ scratch: _, given: __, ...working }: StoredWorkingMemory): WorkingMemory {
  return working;
}

/** The session has only given contexts or agents' notes, no working memory. */
const isOnlyScratch = (working: StoredWorkingMemory): boolean =>
  (working.given !== undefined || working.scratch !== undefined) && hasNothing(working);

/**
 * The working memory of one session. Created by `Mneme.session`. It outlives the process, is visible to no other
 * session, and is not part of the memory: recall uses it only to interpret queries within the session.
 */
export class SessionMemory {
  constructor(
    readonly id: SessionId,
    private readonly bank: () => Promise<BankName>,
    private readonly parts: PrivacyPorts,
  ) {}

  /** The session's name as stored: redacted by the bank's privacy policy. */
  async #key(bank: BankName): Promise<SessionId> {
    return (await (await BankPrivacy.of(bank, this.parts)).namesAsKept({ session: this.id }))
      .session;
  }

  /**
   * Notes a turn, an event, the task or its phase, and stores an agent's note. Throws `invalid_input`, `read_only`,
   * `locked`, `disk_full`.
   */
  async note(input: Omit<SessionInput, 'session' | 'clear'> | string): Promise<SessionView> {
    const given = typeof input === 'string' ? { text: input } : input;
    if (SAID.every((part) => given[part] === undefined))
      throw new MnemeError('invalid_input', 'session.text: say something.', {
        field: 'session.text',
        hint: `Give one of ${SAID.join(', ')}.`,
      });
    return this.ask(given);
  }

  /** The working memory; with an agent also the notes that it may read, its own and the team's. */
  async show(of: AgentsNotes = {}): Promise<SessionView> {
    return this.ask(of);
  }

  /** Clears all of it, or an agent's own notes; none of it was ever in the journal. Throws `read_only`, `locked`. */
  async clear(of: AgentsNotes = {}): Promise<SessionView> {
    return this.ask({ ...of, clear: true });
  }

  /** Notes, shows or clears, depending on the input. */
  async ask(input: Omit<SessionInput, 'session'>): Promise<SessionView> {
    const asked = parseInput(SessionInput, { ...input, session: this.id }, 'session');
    const agent = asked.agent === undefined ? null : redactId(asked.agent);
    const bank = await this.bank();
    const session = await this.#key(bank);
    const { store, clock } = this.parts;
    const only = asked.keep === undefined ? (asked.tags ?? []) : [];
    const mine = (note: ScratchNote): boolean =>
      agent !== null && note.agent === agent && isScratchFor(note, agent, only);
    let kept = await store.workingMemory(bank, session);
    let dropped = 0;
    if (asked.clear || asked.keep !== undefined || isSaid(asked)) {
      const { said, note } = await this.#cleaned(asked, agent, bank);
      await store.reviseWorkingMemory(bank, session, (before) => {
        const at = clock.now();
        if (asked.clear && agent === null) return (kept = null);
        const after = isSaid(asked) ? noted(before, { ...said, session }, at, countTokens) : before;
        const others = (after?.scratch ?? []).filter((each) => !asked.clear || !mine(each));
        dropped = (after?.scratch?.length ?? 0) - others.length;
        const own = note === null ? [] : [{ ...note, at }];
        return (kept =
          dropped + own.length === 0
            ? after
            : withScratch(after, session, [...others, ...own], at));
      });
    }
    const view = kept === null || isOnlyScratch(kept) ? null : withoutScratch(kept);
    if (agent === null) return { session: this.id, working: view };
    const notes = (kept?.scratch ?? []).filter((note) => isScratchFor(note, agent, only));
    return { session: this.id, working: view, notes, dropped };
  }

  /** The input to store, redacted by the bank's privacy policy. */
  async #cleaned(
    {
      keep,
      privacy = 'private',
      tags = [],
      agent: _,
      clear: __,
      session,
      ...input
    }: ParsedSessionInput,
    agent: string | null,
    bank: BankName,
  ): Promise<{ readonly said: ParsedSessionInput; readonly note: Omit<ScratchNote, 'at'> | null }> {
    const policy = await BankPrivacy.of(bank, this.parts);
    const { value } = await policy.clean({ said: input, content: keep ?? '', tags });
    const speaker =
      input.speaker === undefined
        ? {}
        : { speaker: (await policy.namesAsKept({ who: input.speaker })).who };
    return {
      said: { ...value.said, ...speaker, session, clear: false },
      note:
        keep === undefined || agent === null
          ? null
          : { agent, content: value.content, privacy, tags: value.tags },
    };
  }
}

/** The agent whose notes are meant, and their tags. */
type AgentsNotes = Pick<SessionInput, 'agent' | 'tags'>;

export function parseSessionId(id: string): SessionId {
  return parseInput(SessionId, id, 'session');
}

/** What a context contains of a memory: a passage, or all of it. */
interface Piece {
  readonly id: MemoryId;
  readonly text: string;
}

/** Whether the reader already has a piece, which then is not sent again. */
export type Has = (piece: Piece) => boolean;

const SEED = 0x9e3779b1;
/** Results are sent until this share of their total expected relevance is covered. */
const EXPECTED = 0.9;

/**
 * What a conversation was already given of this bank, so that only new pieces are sent. Scratch, like all working
 * memory; what was given long ago has left the model's context and is sent again.
 */
export class GivenBefore {
  readonly #keys: ReadonlySet<string>;
  readonly #sent: GivenPiece[] = [];
  readonly #known = new Set<MemoryId>();

  private constructor(
    readonly session: SessionId,
    readonly pieces: readonly GivenPiece[],
    private readonly bank: OpenBank,
  ) {
    this.#keys = new Set(pieces.map(({ key }) => key));
  }

  static async of(session: SessionId, bank: OpenBank): Promise<GivenBefore> {
    const kept = await bank.recall.store.workingMemory(bank.name, session);
    return new GivenBefore(session, kept?.given ?? [], bank);
  }

  /** Whether the piece was given before in its current state; otherwise marks it as given. */
  readonly has: Has = ({ id, text }) => {
    const key = this.#keyOf(id, text);
    if (this.#keys.has(key)) {
      this.#known.add(id);
      return true;
    }
    this.#sent.push({ id, key, tokens: countTokens(text), stands: this.#stands(id) });
    return false;
  };

  /**
   * Selects, best first, the results worth sending: after its first context, a conversation gets results only up to
   * the expected share of relevance.
   */
  telling<Found extends Pick<Recalled, 'why'>>(found: readonly Found[]): readonly Found[] {
    if (this.pieces.length === 0) return found;
    let left = EXPECTED * found.reduce((sum, { why }) => sum + why.score, 0);
    return found.filter(({ why }) => {
      const is = left > 0;
      left -= why.score;
      return is;
    });
  }

  /** Memories in the context that the conversation already has. */
  get known(): readonly MemoryId[] {
    return [...this.#known];
  }

  /** Memories given as valid that are no longer valid; reported once. */
  gone(): readonly MemoryId[] {
    const gone = this.pieces.filter(({ id, stands }) => stands && !this.#stands(id));
    return [...new Set(gone.map(({ id }) => id))];
  }

  /** Stores what was sent, dropping the oldest beyond the limit. */
  async note(): Promise<void> {
    const { store, clock } = this.bank.recall;
    const gone = new Set(this.gone());
    if (this.#sent.length === 0 && gone.size === 0) return;
    await store.reviseWorkingMemory(
      this.bank.name,
      this.session,
      (before): StoredWorkingMemory | null => {
        const pieces = (before?.given ?? []).map((piece) =>
          gone.has(piece.id) ? { ...piece, stands: false } : piece,
        );
        return withGiven(before, this.session, within([...pieces, ...this.#sent]), clock.now());
      },
    );
  }

  /** A memory retracted or superseded since gets another key: that it changed is news. */
  #keyOf(id: MemoryId, text: string): string {
    return `${id.slice(-8)}${this.#stands(id) ? '' : '-'}${hashText(text, SEED).toString(36)}`;
  }

  #stands(id: MemoryId): boolean {
    const row = this.bank.state.index.succeeded(id);
    return row !== null && row.retractedAt === null && row.supersededBy === null;
  }
}

function within(pieces: readonly GivenPiece[]): readonly GivenPiece[] {
  let tokens = 0;
  let from = pieces.length;
  while (from > 0) {
    tokens += pieces[from - 1]?.tokens ?? 0;
    if (tokens > WORKING_BOUNDS.given) break;
    from -= 1;
  }
  return pieces.slice(from);
}

/** Maximum number of candidates for each part. */
const LIMIT = 30;
const FIELDS = [
  'id',
  'content',
  'excerpt',
  'kind',
  'speaker',
  'session',
  'saidAt',
  'validity',
  'tags',
  'trust',
  'probability',
  'provenance',
] as const;
export type Found = Pick<Recalled, (typeof FIELDS)[number] | 'validityDetail' | 'evidence'>;

/** Recalled memories that are still valid; of two that conflict, the later one or, said at once, the better ranked. */
export async function askForBrief(
  query: string,
  { more, exceptSession }: { readonly more: object; readonly exceptSession: SessionId | undefined },
  { name, state, recall: ports }: OpenBank,
): Promise<readonly Found[]> {
  const profile = { query, limit: LIMIT, expand: false, reflections: 0, fields: FIELDS, ...more };
  const found = (await recall(profile, name, state, ports)).results as readonly Found[];
  const saidAt = new Map(found.map((each) => [each.id, each.saidAt]));
  const leading = new Set<string>();
  return found.filter((each) => {
    const { id, validity, validityDetail, session } = each;
    const by = validityDetail?.by as MemoryId;
    const later = (saidAt.get(by) ?? -Infinity) > each.saidAt;
    if (validity === 'disputed' && (later || leading.has(by))) return false;
    leading.add(id);
    return validity !== 'superseded' && (exceptSession === undefined || session !== exceptSession);
  });
}

/** The present, or a moment that was asked about. */
export type BriefMoment = Moment & { readonly saidBy: Instant };

/** A planned note that comes up. */
export interface NextNote {
  readonly id: MemoryId;
  /** As in 2026-05-01: the day for which it is planned or, if that has come, its last. */
  readonly day: string;
  readonly ends: boolean;
}

/** The notes to open a session with, in order of importance within each part. */
interface BriefNotes {
  readonly preferences: readonly MemoryId[];
  /** What is planned for the next days, the soonest first. */
  readonly next: readonly NextNote[];
  readonly open: readonly MemoryId[];
  /** Current facts. */
  readonly told: readonly MemoryId[];
}

const STATES: ReadonlySet<NoteType> = new Set<NoteType>(['fact', 'relation', 'decision']);

/**
 * Notes worth knowing before a session: standing preferences, instructions first; plans that lie ahead, the next
 * first; and current facts, first those that matter for most tasks, then the latest. Nothing superseded, past or
 * doubtful.
 */
export function notesForBrief(
  { state, recall: { stemmer } }: OpenBank,
  exceptSession: SessionId | undefined,
  moment: BriefMoment,
): BriefNotes {
  const { notes, index } = state;
  const beside = { notes, moment, stemmer };
  const isOther = ({ slot }: KnownNote): boolean =>
    exceptSession === undefined ||
    notes.turnsOf(slot).every((turn) => index.sessions.text(index.session(turn)) !== exceptSession);
  const eligible = [...notes.all()].filter(
    (known) => known.note.aspect !== FORGOTTEN && known.saidAt <= moment.saidBy && isOther(known),
  );
  const holding = eligible.filter((known) => isLatestCurrent(known, beside));
  const of = (...types: readonly NoteType[]): KnownNote[] =>
    holding.filter(({ note }) => types.includes(note.type)).toSorted(latestFirst);
  const ahead = eligible.filter(
    (known) =>
      (known.note.status === 'planned' ||
        // What is due on a day is known before it.
        (known.note.status === 'holds' && (known.note.from ?? '') > moment.day)) &&
      (known.note.until ?? known.note.from ?? moment.day) >= moment.day &&
      ['planned', 'current'].includes(validityOfNote(known, notes, moment).state),
  );
  const ids = (some: readonly KnownNote[]): MemoryId[] => some.map(({ id }) => id);
  return {
    preferences: ids([...of('instruction'), ...of('preference')]),
    next: ahead.flatMap((known) => nextOf(known, moment) ?? []).toSorted(byDay),
    open: ids(ahead.toSorted(nextFirst)),
    told: ids(
      holding
        .filter(({ note }) => STATES.has(note.type) && note.status === 'holds')
        .toSorted((a, b) => b.note.matters.length - a.note.matters.length || latestFirst(a, b)),
    ),
  };
}

/** What lies so far ahead comes in the next days. */
const NEXT = 14 * DAY;

/** Null if its day is not told, or not within the next days. */
function nextOf({ id, note: { from, until } }: KnownNote, { day: today }: Moment): NextNote | null {
  const ends = from === null || from < today;
  const day = ends ? until : from;
  return day === null || day > dayOf(Date.parse(today) + NEXT) ? null : { id, day, ends };
}

const byDay = (a: NextNote, b: NextNote): number => a.day.localeCompare(b.day);

const latestFirst = (a: KnownNote, b: KnownNote): number => b.saidAt - a.saidAt || b.slot - a.slot;

/** Sorts by date; notes without a date come last. */
const nextFirst = (a: KnownNote, b: KnownNote): number =>
  (a.note.from ?? '9999').localeCompare(b.note.from ?? '9999') || latestFirst(a, b);
