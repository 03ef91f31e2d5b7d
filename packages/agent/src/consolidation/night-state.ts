import { z } from 'zod';
import { Lease } from '@mneme/core/bank/leased-jobs.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { DAY, type Instant, MINUTE, zoneOffset } from '@mneme/core/domain/time.js';
import type { IdleStep } from '@mneme/core/kernel/module.js';
import type { JobState } from '@mneme/core/ports/store-derived.js';

export const NOTE = 'idle';
/** Rises when a note of this version could be misread by the program before. */
const VERSION = 1;
/** So many nights can still be told of. */
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
  /** Why it was given up for this night, in our own words. */
  failed: z.string().nullable(),
});
export type JobProgress = z.output<typeof JobProgress>;

const NightState = z.object({
  id: z.string(),
  by: z.enum(['person', 'idle', 'schedule']),
  limits: z.object({ ms: z.number(), changes: Count, megabytes: Count }),
  /** The bank’s last change when it began, and when it ended. */
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
  /** Whether all of it was accepted, and single changes that were. */
  accepted: z.boolean(),
  acceptedParts: z.array(Count),
});
/** One night: what it may cost, and how far each job is. */
export type NightState = z.output<typeof NightState>;

const IdleState = z.object({
  version: z.literal(VERSION),
  lease: Lease.nullable(),
  /** The night that somebody told to stop. */
  stop: z.string().nullable(),
  /** The night that is under way, or was cut off and waits to be gone on with: its jobs in order, and where each stands. */
  night: NightState.nullable(),
  /** The latest first. */
  past: z.array(NightState),
});
/** What processes know of the nights of one bank: ids, figures, and reasons in our own words; nothing of what was said. */
export type IdleState = z.output<typeof IdleState>;

const NEW: IdleState = { version: VERSION, lease: null, stop: null, night: null, past: [] };

/** Throws `newer_version` for what a newer program keeps there: it is left as it is. */
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
  // What cannot be read is no night that anybody could go on with; the journal still tells what was changed.
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
  };
}

/** A night that was cut off is gone on with, under the new limits; else the new one begins. */
export function begun(state: IdleState, night: NightState): IdleState {
  const { night: before } = state;
  const resumed =
    before === null ? night : { ...before, by: night.by, limits: night.limits, spentMs: 0 };
  return { ...state, stop: null, night: resumed };
}

/** How far the night is, where it is still the one under way. */
export function withNight(state: IdleState, night: NightState): IdleState {
  return state.night?.id === night.id ? { ...state, night } : state;
}

/** The night is over: its cursors go, its figures stay. */
export function ended(state: IdleState, night: NightState): IdleState {
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

interface Due {
  /** `off`, `idle` or a time of day. */
  readonly dreamAt: string;
  readonly zone: string;
  /** The number of the bank's last change. */
  readonly sequence: number;
}

/** Whether a night is due by the bank's own setting. A bank in which nothing happened since the last night has nothing to dream of. */
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
  // A clock that went back since the last night makes none due twice: the next time of day does.
  const from = now - (since >= 0 ? since : since + DAY);
  return last?.startedAt === undefined || last.startedAt === null || last.startedAt < from;
}

/** A change of a night says so in the journal: which night, what sort of step, why. */
export function reasonOf(night: string, { kind, why }: Pick<IdleStep, 'kind' | 'why'>): string {
  return `${night} ${kind}: ${why}`;
}

export interface PartReason {
  readonly night: string;
  readonly kind: string;
  readonly why: string;
}

/** Null for what no night wrote. */
export function readReason(reason: string): PartReason | null {
  const [night = '', kind = ''] = reason.split(' ', 2);
  if (!night.startsWith('x_') || !kind.endsWith(':')) return null;
  const why = reason.slice(night.length + kind.length + 2);
  return { night, kind: kind.slice(0, -1), why };
}
