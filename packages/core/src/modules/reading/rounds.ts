import type { z } from 'zod';
import { LeasedJob } from '../../bank/leased-jobs.js';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { DraftNote, Note, NoteByHand } from '../../domain/note.js';
import { NONE as NO_SLOT } from '../../indexes/bank-index.js';
import { type MarkedRead, type ReadingReport, readTurnKey } from '../../domain/reading.js';
import type { Instant } from '../../domain/time.js';
import { countTokens } from '../../language/count-tokens.js';
import type { Stemmer } from '../../language/stem.js';
import type { OpenedBank } from '../module.js';
import {
  added,
  afterFailure,
  afterSuccess,
  inOrder,
  isHopeless,
  isReadable,
  isRest,
  JOB,
  lease,
  newJob,
  nextSession,
  type ReadingJob,
  readJob,
  type RequestResult,
  reserveTokens,
  type Rest,
  waitingTurns,
} from './job.js';
import { type BankRequest, REQUEST, type RequestComposer } from './request.js';
import { acceptNotes } from './accept-notes.js';
import { HELD, writeNotes, type Writer } from './write-notes.js';
import type { ReadAnswer, Reader } from '../../ports/models.js';

const FROM_SERVERS =
  /answered with status \d+|did not answer within \d+ ms|cannot be reached \(\w+\)|answered with more than \d+ bytes|answered nothing|ended with (?:code \d+|the signal \w+)|there is no such program|cannot be started \(\w+\)/;
/** Error fields that mean an unusable answer. */
const ANSWERS: readonly unknown[] = ['languageModel.answer', 'reader.answer'];

/** The reason of a failure, in storable words: a server's message may quote the request. */
function whyFailed(error: unknown): string {
  if (!MnemeError.is(error)) return 'it threw an error of its own';
  if (ANSWERS.includes(error.field)) return 'its answer did not keep to the form';
  const told = FROM_SERVERS.exec(error.message)?.[0];
  if (error.code === 'invalid_input') return `it refused the request (${told ?? error.code})`;
  if (error.code === 'unavailable')
    return told === undefined
      ? 'it is not available'
      : told.startsWith('there')
        ? told
        : `it ${told}`;
  return `the bank could not be written: ${error.code}`;
}

/** Whether the turns themselves may be the cause: the next request then has fewer. */
function blamesTurns(error: unknown): boolean {
  return (
    MnemeError.is(error) &&
    (ANSWERS.includes(error.field) ||
      (error.code === 'invalid_input' && error.field === 'languageModel'))
  );
}

export type Round =
  | { readonly kind: 'read'; readonly told: RequestResult }
  | ({ readonly kind: 'rest' } & Rest)
  | { readonly kind: 'empty' };

interface RoundsParts extends OpenedBank {
  readonly reader: Reader;
  readonly composer: RequestComposer;
  /** Identifies this process among those competing for the job. */
  readonly holder: string;
}

interface RoundOptions {
  /** Include sessions that may still continue. */
  readonly now: boolean;
  readonly signal: AbortSignal | undefined;
}

const NONE: ReadonlySet<MemoryId> = new Set();
const NOTHING: RequestResult = { read: 0, notes: 0, refused: {}, givenUp: 0 };
/** Maximum number of pending turns searched for the next session. */
const LOOKED_AT = 500;

/** One request after another: lease the job, find pending turns, reserve tokens, ask, store, and release. */
export class Rounds {
  readonly #note: LeasedJob<ReadingJob>;

  constructor(private readonly parts: RoundsParts) {
    this.#note = new LeasedJob(
      JOB,
      parts,
      (state) => readJob(state) ?? newJob(parts.state.sequence),
    );
  }

  async next(options: RoundOptions): Promise<Round> {
    const { holder, clock } = this.parts;
    let rest: Rest | null = null;
    const job = await this.revise((before) => {
      const taken = lease(before, holder, clock.now());
      rest = isRest(taken) ? taken : null;
      return isRest(taken) ? before : taken;
    });
    if (rest !== null) return { kind: 'rest', ...(rest as Rest) };
    try {
      return await this.#round(job, options);
    } finally {
      await this.#note.release();
    }
  }

  /** Reads and replaces the state that processes share. */
  revise(change: (job: ReadingJob) => ReadingJob): Promise<ReadingJob> {
    return this.#note.revise(change);
  }

  async #round(job: ReadingJob, { now, signal }: RoundOptions): Promise<Round> {
    const { clock, reading, composer } = this.parts;
    const waiting = await waitingTurns(this.parts, job.upTo, LOOKED_AT);
    const { upTo } = waiting;
    await this.revise((after) => ({ ...after, upTo }));
    if (waiting.turns.length === 0) return { kind: 'empty' };
    const session = nextSession(waiting.turns, clock.now(), now ? 0 : reading.quietMs);
    if ('ready' in session)
      return { kind: 'rest', until: session.ready, why: 'the talk may still go on' };
    const turns = session.turns.slice(0, Math.min(reading.turns, job.turns ?? Infinity));
    const request = await composer.compose(turns, reading.tokens);
    const [first] = turns;
    if (request === null)
      return first === undefined
        ? { kind: 'empty' }
        : this.#giveUp(first, 'it is too long for one request');
    let rest: Rest | null = null;
    await this.revise((after) => {
      const booked = reserveTokens(after, request.booked, reading, clock.now());
      rest = isRest(booked) ? booked : null;
      return isRest(booked) ? after : booked;
    });
    if (rest !== null) return { kind: 'rest', ...(rest as Rest) };
    return this.#ask(request, job, signal);
  }

  async #ask(
    request: BankRequest,
    job: ReadingJob,
    signal: AbortSignal | undefined,
  ): Promise<Round> {
    const { reader, clock, state } = this.parts;
    try {
      const answer = await this.#note.holding(() => reader.read(request.request, signal));
      const told = await this.#write(answer, request);
      const spent = answer.tokens > 0 ? answer.tokens : spentOn(request, answer);
      await this.revise((after) => afterSuccess(after, told, request.booked - spent));
      return { kind: 'read', told };
    } catch (error) {
      // Stopped by its own process: not a failure, and the turns stay pending.
      if (signal?.aborted === true || state.erased) return { kind: 'empty' };
      const [only] = request.memories;
      const ids = request.memories.map(({ id }) => id);
      if (only !== undefined && blamesTurns(error) && isHopeless(job, ids))
        return this.#giveUp(only, whyFailed(error));
      return this.#failed(error, ids.length, clock.now());
    }
  }

  async #failed(error: unknown, turns: number, now: Instant): Promise<Round> {
    const reason = whyFailed(error);
    const after = await this.revise((job) =>
      afterFailure(job, { reason, turns: blamesTurns(error) ? turns : null }, now),
    );
    return { kind: 'rest', until: after.nextTry ?? now, why: `the reader failed: ${reason}` };
  }

  async #write(answer: ReadAnswer, request: BankRequest): Promise<RequestResult> {
    const { notes, refused, left } = acceptNotes(
      answer.notes,
      request.request,
      request.said,
      this.parts.stemmer,
    );
    const by = this.parts.reader.id;
    const batch = { turns: request.memories, again: NONE, notes, left, givenUp: null, by };
    const { held, forgot: _forgot, ...written } = await writeNotes(batch, this.parts);
    return {
      ...NOTHING,
      ...written,
      refused: [answer.malformed, ...(held === 0 ? [] : [{ [HELD]: held }])].reduce(added, refused),
    };
  }

  /** Marks a turn as given up, so that the others can proceed. */
  async #giveUp(turn: Memory, why: string): Promise<Round> {
    const by = this.parts.reader.id;
    await writeNotes(
      { turns: [turn], again: NONE, notes: [], left: [], givenUp: why, by },
      this.parts,
    );
    const told = { ...NOTHING, givenUp: 1 };
    await this.revise((after) => afterSuccess(after, told, 0));
    return { kind: 'read', told };
  }
}

const spentOn = ({ asked }: BankRequest, { notes }: ReadAnswer): number =>
  asked + countTokens(JSON.stringify(notes));

export const NOTHING_READ = {
  ...{ read: 0, notes: 0, refused: {}, givenUp: 0 },
  ...{ proposed: [], left: [] },
} as const;
const TOO_LONG = 'the first turn is too long for one request: it would be given up';

/**
 * Sends a request without writing: reports which notes would be accepted, and which not. Throws what the reader
 * throws.
 */
export async function rehearse(
  { request, memories, said, booked }: BankRequest,
  reader: Reader,
  {
    waiting,
    reading,
    stemmer,
  }: { readonly waiting: number } & Pick<OpenedBank, 'reading' | 'stemmer'>,
  signal?: AbortSignal,
): Promise<ReadingReport> {
  const report = { ...NOTHING_READ, waiting, ended: 'trial', stopped: null } as const;
  if (booked > reading.tokens) return { ...report, proposed: [], left: [], stopped: TOO_LONG };
  const answer = await reader.read(request, signal);
  const { notes, refused } = acceptNotes(answer.notes, request, said, stemmer);
  const taken = new Set(notes.map(({ draft }) => draft.id));
  return {
    ...report,
    read: memories.length,
    notes: notes.length,
    refused: added(refused, answer.malformed),
    proposed: notes.map(({ draft: { text, about, aspect, value, type, status } }) => ({
      ...{ text, about, aspect, value, type, status },
    })),
    left: answer.notes.flatMap(({ id, text }) => (taken.has(id) ? [] : [text])),
    stopped: 'a trial: nothing was written',
  };
}

/** A note submitted by an agent, parsed. */
export type SubmittedNote = z.output<typeof NoteByHand>;

/** Reader id for notes that an agent submits. */
const AGENT = 'agent';
const KNOWN = 'a note that is there already';

type Parts = Writer & {
  readonly composer: RequestComposer;
  readonly stemmer: Stemmer;
};

/**
 * Stores notes that an agent read from turns, as one change. They are checked against a request about these turns,
 * like those of any reader. Of turns that were read before, notes are taken that are not there yet. Throws
 * `invalid_input`.
 */
export async function readByHand(
  ids: readonly MemoryId[],
  given: readonly SubmittedNote[],
  parts: Parts,
): Promise<Omit<MarkedRead, 'waiting' | 'reversal'>> {
  const { bank, store, state, composer } = parts;
  await state.follow();
  await state.notes.ready();
  const records = await store.learned(bank, { kinds: ['module'], keys: ids.map(readTurnKey) });
  const done = new Set(records.flatMap(({ body }) => body.evidence));
  const turns = (await store.get(bank, ids)).filter(isReadable).toSorted(inOrder);
  const fresh = turns.filter(({ id }) => !done.has(id));
  const own = new Set<string>(fresh.map(({ id }) => id));
  const batch = { givenUp: null, by: AGENT, again: NONE };
  if (given.length === 0) {
    const silent = fresh.filter(({ id }) => state.notes.notesOf(state.index.slot(id)).length === 0);
    const { read } = await writeNotes({ ...batch, turns: silent, notes: [], left: [] }, parts);
    return { marked: read, notes: 0, refused: {}, left: [], reasons: [], forgot: [] };
  }
  if (ids.length > REQUEST.turns)
    throw new MnemeError(
      'invalid_input',
      `ids: with notes at most ${REQUEST.turns} turns at once.`,
      {
        field: 'ids',
        value: ids.length,
        hint: 'Hand in the turns of one session, as `mneme reading --next` or the tool `unread` shows them.',
      },
    );
  const request = turns.length === 0 ? null : await composer.compose(turns, Infinity);
  if (request === null)
    throw new MnemeError('invalid_input', 'ids: none of these is a turn that can be read.', {
      field: 'ids',
      value: ids,
      hint: 'Name turns as `mneme reading --next` or the tool `unread` shows them: no notes, nothing forgotten or held back.',
    });
  const drafts = given.map((note, at): DraftNote => ({ ...note, id: note.id ?? `x${at + 1}` }));
  assertNamedApart(drafts);
  const known = drafts.filter(
    (draft) => !draft.turns.some((id) => own.has(id)) && isThere(draft, state),
  );
  const { notes, refused, left, reasons } = acceptNotes(
    drafts.filter((draft) => !known.includes(draft)),
    request.request,
    request.said,
    parts.stemmer,
  );
  const again = new Set(request.memories.flatMap(({ id }) => (own.has(id) ? [] : [id])));
  const touched = new Set<string>([
    ...own,
    ...left.map(({ turn }) => turn),
    ...notes.flatMap((note) => note.turns),
  ]);
  const read = request.memories.filter(({ id }) => touched.has(id));
  const written = await writeNotes({ ...batch, again, turns: read, notes, left }, parts);
  const taken = new Set(notes.map(({ draft }) => draft.id));
  return {
    marked: written.read,
    notes: written.notes,
    forgot: [...written.forgot],
    refused: [
      ...(known.length === 0 ? [] : [{ [KNOWN]: known.length }]),
      ...(written.held === 0 ? [] : [{ [HELD]: written.held }]),
    ].reduce(added, refused),
    left: drafts.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
    reasons: [...reasons, ...known.map(({ id }) => ({ id, why: KNOWN, word: null }))],
  };
}

/** Whether one of its turns has a note that says the same. */
function isThere(draft: DraftNote, { index, notes }: Parts['state']): boolean {
  const sameIn = ({ about, aspect, value, status, from, until }: Note): string =>
    JSON.stringify([about, aspect, value, status, from, until]).toLowerCase();
  const slots = draft.turns
    .map((id) => index.slot(id as MemoryId))
    .filter((slot) => slot !== NO_SLOT);
  return slots.some((slot) =>
    notes.notesOf(slot).some(({ note }) => sameIn(note) === sameIn({ ...draft, reader: AGENT })),
  );
}

function assertNamedApart(drafts: readonly DraftNote[]): void {
  const ids = drafts.map(({ id }) => id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice < 0) return;
  throw new MnemeError('invalid_input', `notes.${twice}.id: an earlier note has it, too.`, {
    field: `notes.${twice}.id`,
    value: ids[twice],
    hint: 'Give each note of the list a name of its own, or none.',
  });
}
