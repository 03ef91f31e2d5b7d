import { z } from 'zod';
import { Lease } from '@mneme/core/bank/leased-jobs.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import { CurationTask, NightProof } from '@mneme/core/domain/night.js';
import { DAY, type Instant, MINUTE, zoneOffset } from '@mneme/core/domain/time.js';
import type { IdleStep } from '@mneme/core/kernel/module.js';
import type { JobState } from '@mneme/core/ports/store-derived.js';
import type { Store } from '@mneme/core/ports/store.js';

const ASKS_NOTE = 'idle-asks';
/** Maximum number of open questions: more than anybody answers in a week. */
const MAX_ASKS = 200;
/** Maximum number of pairs remembered as deliberately separate, the latest. */
const MAX_APART = 5_000;

const Asks = z.object({ asks: z.array(CurationTask), apart: z.array(z.string()) });
type Asks = z.output<typeof Asks>;
const NONE: Asks = { asks: [], apart: [] };

const keyOf = ({ task, memories }: Pick<CurationTask, 'task' | 'memories'>): string =>
  `${task} ${[...memories].sort().join(' ')}`;

async function read(bank: BankName, store: Store): Promise<Asks> {
  return Asks.safeParse(await store.job(bank, ASKS_NOTE)).data ?? NONE;
}

/** Adds a night's questions for a person, newest first; answered ones are not asked again. */
export async function addQuestions(
  bank: BankName,
  store: Store,
  fresh: readonly CurationTask[],
): Promise<void> {
  if (fresh.length === 0) return;
  await store.reviseJob(bank, ASKS_NOTE, (state) => {
    const before = Asks.safeParse(state).data ?? NONE;
    const apart = new Set(before.apart);
    const all = new Map(
      [...fresh.filter((task) => !apart.has(keyOf(task))), ...before.asks].map((task) => [
        keyOf(task),
        task,
      ]),
    );
    return { ...before, asks: [...all.values()].slice(0, MAX_ASKS) };
  });
}

/** Open questions, without those about memories that were retracted since. */
export async function openQuestions(
  bank: BankName,
  store: Store,
): Promise<readonly CurationTask[]> {
  const { asks } = await read(bank, store);
  const standing = new Set(
    (await store.get(bank, [...new Set(asks.flatMap(({ memories }) => memories))]))
      .filter(({ retractedAt }) => retractedAt === null)
      .map(({ id }) => id),
  );
  return asks.filter(({ memories }) => memories.every((id) => standing.has(id)));
}

/** Records that a person wants the memories left as they are. */
export async function dismissQuestion(
  bank: BankName,
  store: Store,
  task: Pick<CurationTask, 'task' | 'memories'>,
): Promise<void> {
  const key = keyOf(task);
  await store.reviseJob(bank, ASKS_NOTE, (state) => {
    const before = Asks.safeParse(state).data ?? NONE;
    return {
      asks: before.asks.filter((each) => keyOf(each) !== key),
      apart: [key, ...before.apart.filter((each) => each !== key)].slice(0, MAX_APART),
    };
  });
}

/** Keys of the questions that were answered with “leave it”. */
export async function dismissedQuestions(
  bank: BankName,
  store: Store,
): Promise<ReadonlySet<string>> {
  return new Set((await read(bank, store)).apart);
}

export { keyOf as askKey };

export const NOTE = 'idle';
/** Incremented when an earlier version of the program could misread the note. */
const VERSION = 1;
/** Maximum number of past nights with a report. */
const MAX_PAST = 14;
const Count = z.number().int().min(0);
const Cursor = z.record(z.string(), z.unknown()).nullable();

const JobProgress = z.object({
  name: z.string(),
  version: Count,
  cursor: Cursor,
  done: Count,
  total: Count,
  steps: Count,
  finished: z.boolean(),
  /** Why the job was abandoned for this night, without quoting memories. */
  failed: z.string().nullable(),
});
export type JobProgress = z.output<typeof JobProgress>;

const NightState = z.object({
  id: z.string(),
  by: z.enum(['person', 'idle', 'schedule']),
  limits: z.object({ ms: z.number(), changes: Count, megabytes: Count }),
  /** Sequence number of the bank at the start, and at the end. */
  from: Count,
  to: Count.nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  spentMs: z.number(),
  steps: Count,
  stopped: z.string().nullable(),
  jobs: z.array(JobProgress),
  before: Count,
  after: Count,
  /** Whether all of it was accepted, and the single changes that were. */
  accepted: z.boolean(),
  acceptedParts: z.array(Count),
  /** Nights of earlier versions have none. */
  proof: NightProof.nullable().default(null),
});
/** One night: its limits, and the progress of each job. */
export type NightState = z.output<typeof NightState>;

const IdleState = z.object({
  version: z.literal(VERSION),
  lease: Lease.nullable(),
  /** Id of the night that is to stop. */
  stop: z.string().nullable(),
  /** The night that is running, or was cut off and can be resumed, with the progress of its jobs in order. */
  night: NightState.nullable(),
  /** Latest first. */
  past: z.array(NightState),
});
/** State of the nights of one bank, shared by processes: ids, figures, and reasons that quote no memory. */
export type IdleState = z.output<typeof IdleState>;

const NEW: IdleState = { version: VERSION, lease: null, stop: null, night: null, past: [] };

/** Throws `newer_version` for the note of a newer program, and leaves it as it is. */
export function readIdle(state: JobState | null): IdleState {
  if (state === null) return NEW;
  const version = (state as { readonly version?: unknown }).version;
  if (typeof version === 'number' && version > VERSION)
    throw new MnemeError(
      'newer_version',
      'The nights of this bank are kept by a newer version of Mneme.',
      {
        field: 'idle.version',
        value: version,
        hint: 'Update Mneme; the memories are not touched.',
      },
    );
  // An unreadable note cannot be resumed; the changes are in the journal anyway.
  return IdleState.safeParse(state).data ?? NEW;
}

type NewNight = Pick<NightState, 'id' | 'by' | 'limits' | 'from' | 'before'>;

export function newNight(night: NewNight): NightState {
  return {
    ...night,
    to: null,
    startedAt: null,
    endedAt: null,
    spentMs: 0,
    steps: 0,
    stopped: null,
    jobs: [],
    after: night.before,
    accepted: false,
    acceptedParts: [],
    proof: null,
  };
}

/** Resumes the night that was cut off, under the new limits; else begins the new one. */
export function resumeOrBegin(state: IdleState, night: NightState): IdleState {
  const { night: before } = state;
  const resumed =
    before === null ? night : { ...before, by: night.by, limits: night.limits, spentMs: 0 };
  return { ...state, stop: null, night: resumed };
}

/** Stores the progress of a night, if it is still the current one. */
export function withNight(state: IdleState, night: NightState): IdleState {
  return state.night?.id === night.id ? { ...state, night } : state;
}

/** Archives a night: its cursors are dropped, its figures stay. */
export function archiveNight(state: IdleState, night: NightState): IdleState {
  const told: NightState = {
    ...night,
    jobs: night.jobs.map((job) => ({ ...job, cursor: null })),
  };
  return {
    ...state,
    night: null,
    past: [told, ...state.past.filter(({ id }) => id !== night.id)].slice(0, MAX_PAST),
  };
}

/** Keeps how a past night was judged. */
export function withProof(state: IdleState, id: string, proof: NightProof): IdleState {
  return {
    ...state,
    past: state.past.map((night) => (night.id === id ? { ...night, proof } : night)),
  };
}

interface Due {
  /** `off`, `idle` or a time of day. */
  readonly dreamAt: string;
  readonly zone: string;
  /** Current sequence number of the bank. */
  readonly sequence: number;
}

/** Whether a night is due by the bank's setting. None is, if nothing changed since the last night. */
export function isDue(
  { dreamAt, zone, sequence }: Due,
  { night, past }: IdleState,
  now: Instant,
): boolean {
  if (dreamAt === 'off') return false;
  if (night !== null) return true;
  const [last] = past;
  if (last !== undefined && last.to !== null && sequence <= last.to) return false;
  if (sequence === 0) return false;
  if (dreamAt === 'idle') return true;
  const [hours = 0, minutes = 0] = dreamAt.split(':').map(Number);
  const local = now + zoneOffset(zone, now);
  const since = local - Math.floor(local / DAY) * DAY - (hours * 60 + minutes) * MINUTE;
  // If the clock was set back since the last night, the night is not due again before the next time
  // of day.
  const from = now - (since >= 0 ? since : since + DAY);
  return last?.startedAt === undefined || last.startedAt === null || last.startedAt < from;
}

/** Journal reason of a change: which night, what kind of step, why. */
export function reasonOf(night: string, { kind, why }: Pick<IdleStep, 'kind' | 'why'>): string {
  return `${night} ${kind}: ${why}`;
}

export interface PartReason {
  readonly night: string;
  readonly kind: string;
  readonly why: string;
}

/** Null for a reason that no night wrote. */
export function readReason(reason: string): PartReason | null {
  const [night = '', kind = ''] = reason.split(' ', 2);
  if (!night.startsWith('x_') || !kind.endsWith(':')) return null;
  const why = reason.slice(night.length + kind.length + 2);
  return { night, kind: kind.slice(0, -1), why };
}
