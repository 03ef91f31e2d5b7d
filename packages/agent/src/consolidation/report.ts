import {
  type IdleState,
  type NightState,
  openQuestions,
  type PartReason,
  readReason,
} from './night-state.js';
import { reversalHash, sequenceOf } from '@mneme/core/bank/bank-handle.js';
import type { LeasedJob } from '@mneme/core/bank/leased-jobs.js';
import { journalBackwards } from '@mneme/core/bank/pages.js';
import type { LoggedChange } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { QuotedMemory } from '@mneme/core/domain/memory.js';
import {
  type CurationTask,
  type DreamPart,
  type DreamReport,
  DreamReportInput,
  type DreamSettled,
  type PART_STATES,
} from '@mneme/core/domain/night.js';
import type { IdleJob } from '@mneme/core/kernel/module.js';
import { undo, type UndoPorts } from '@mneme/core/modules/history/index.js';
import { standingReversal } from '@mneme/core/modules/inspect/index.js';
import type { Store } from '@mneme/core/ports/store.js';

interface ReportParts {
  readonly bank: BankName;
  readonly store: Store;
  /** Doubts about notes, the most useful first. */
  readonly doubts: readonly CurationTask[];
  readonly jobs: readonly Pick<IdleJob<never>, 'name' | 'about'>[];
}

/** One change of a night, from the journal. */
interface NightChange {
  readonly change: LoggedChange;
  readonly reason: PartReason;
}

/** The changes of a night, latest first; from the journal, so they are complete even if the process was killed. */
export async function* changesOf(
  { id, from, to }: Pick<NightState, 'id' | 'from' | 'to'>,
  bank: BankName,
  store: Store,
  before = to === null ? undefined : to + 1,
): AsyncGenerator<NightChange> {
  const query = { verbs: ['dream'] as const, ...(before === undefined ? {} : { before }) };
  for await (const change of journalBackwards(bank, query, store)) {
    if (change.sequence <= from) return;
    const reason = readReason(change.reason);
    if (reason?.night === id) yield { change, reason };
  }
}

/**
 * A night by its name; by default the running one, else the last that changed anything, as a later night without
 * changes must not hide an unread report. Throws `not_found` for an unknown name.
 */
function nightNamed(state: IdleState, name: string | undefined): NightState | null {
  const nights = [...(state.night === null ? [] : [state.night]), ...state.past];
  if (name === undefined)
    return state.night ?? nights.find(({ steps }) => steps > 0) ?? nights[0] ?? null;
  const found = nights.find(({ id }) => id === name);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `No night ${name} is known.`, {
    field: 'night',
    value: name,
    hint: `${nights.length === 0 ? 'There was none yet.' : `The latest is ${nights[0]?.id ?? ''}.`} Older ones are in \`mneme log --type dreamed\`.`,
  });
}

async function stateOf(
  { change }: NightChange,
  night: NightState,
  bank: BankName,
  store: Store,
): Promise<(typeof PART_STATES)[number]> {
  if ((await standingReversal(change, bank, store)) !== null) return 'undone';
  return night.accepted || night.acceptedParts.includes(change.sequence) ? 'accepted' : 'open';
}

/** What a night did and its open questions, with a page of its changes. Throws `not_found`, `invalid_input`. */
export async function reportOf(
  raw: unknown,
  state: IdleState,
  schedule: string,
  { bank, store, doubts, jobs }: ReportParts,
): Promise<DreamReport> {
  const { night: name, limit, before } = parseInput(DreamReportInput, raw, 'report');
  const night = nightNamed(state, name);
  const asks = [...doubts, ...(await openQuestions(bank, store))];
  if (night === null)
    return { ...NEVER, asks, schedule, quotes: await quotesOf(asks, bank, store) };
  const counts: Record<string, number> = {};
  const parts: DreamPart[] = [];
  let [changes, open, next] = [0, 0, null as number | null];
  for await (const each of changesOf(night, bank, store)) {
    const { change, reason } = each;
    changes += 1;
    counts[reason.kind] = (counts[reason.kind] ?? 0) + 1;
    const is = await stateOf(each, night, bank, store);
    if (is === 'open') open += 1;
    if (before !== undefined && change.sequence >= before) continue;
    if (parts.length < limit) {
      parts.push({
        reversal: reversalHash(bank, change.sequence),
        kind: reason.kind,
        why: reason.why,
        memories: [...change.memories],
        links: change.edges.length + change.removedEdges.length,
        at: change.at,
        state: is,
      });
    } else next ??= parts.at(-1) === undefined ? null : change.sequence + 1;
  }
  return {
    night: night.id,
    startedAt: night.startedAt,
    endedAt: night.endedAt,
    tookMs: Math.round(night.spentMs),
    stopped: night.stopped,
    jobs: night.jobs.map(({ name: job, steps, done, total, finished, failed }) => ({
      name: job,
      about: `${jobs.find((each) => each.name === job)?.about ?? 'a job of a module that is not loaded'}${failed === null ? '' : ` (${failed})`}`,
      steps,
      done,
      total,
      finished,
    })),
    counts,
    changes,
    open,
    parts,
    next,
    asks,
    quotes: await quotesOf([...parts, ...asks], bank, store),
    memoriesBefore: night.before,
    memoriesAfter: night.after,
    proof: night.proof,
    schedule,
  };
}

async function quotesOf(
  of: readonly { readonly memories: readonly MemoryId[] }[],
  bank: BankName,
  store: Store,
): Promise<QuotedMemory[]> {
  const ids = [...new Set(of.flatMap(({ memories }) => memories))];
  return (await store.get(bank, ids)).map(({ id, content }) => ({ id, content }));
}

const NEVER: DreamReport = {
  night: null,
  startedAt: null,
  endedAt: null,
  tookMs: 0,
  stopped: null,
  jobs: [],
  counts: {},
  changes: 0,
  open: 0,
  parts: [],
  next: null,
  asks: [],
  quotes: [],
  memoriesBefore: 0,
  memoriesAfter: 0,
  proof: null,
  schedule: 'off',
};

interface SettleParts extends UndoPorts {
  readonly bank: BankName;
  readonly note: LeasedJob<IdleState>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

interface NightVerdict {
  readonly verdict: DreamSettled['verdict'];
  /** Reversal hashes; undefined for the whole night. */
  readonly parts: readonly string[] | undefined;
  readonly night: string | undefined;
}

/** Errors of an undo that leave the change as it is. */
export const KEPT: ReadonlySet<string> = new Set(['conflict', 'invalid_input']);

/**
 * Accepts or undoes a night: all of it, or single changes. Undo goes from the latest to the first, so that the
 * night's changes do not block one another; a change that others were built upon, or that is older than 30 days,
 * stays and is listed. Throws `not_found`, `invalid_input`, `interrupted`.
 */
export async function settleNight(
  { verdict, parts: hashes, night: name }: NightVerdict,
  parts: SettleParts,
): Promise<DreamSettled> {
  const { bank, note } = parts;
  const night = nightNamed(await note.now(), name);
  if (night === null) return { night: null, verdict, settled: 0, kept: [] };
  const asked = await selectedChanges(hashes, night, parts);
  if (verdict === 'accept') {
    await note.revise((state) => withVerdict(state, night.id, hashes === undefined, asked));
    return { night: night.id, verdict, settled: asked.length, kept: [] };
  }
  const kept: { reversal: string; why: string }[] = [];
  let done = 0;
  for (const { change } of asked) {
    if (parts.signal?.aborted === true)
      throw new MnemeError('interrupted', `Stopped after ${done} of ${asked.length} changes.`, {
        hint: 'What was undone stays undone; run it again for the rest.',
      });
    const hash = reversalHash(bank, change.sequence);
    try {
      await undo({ hash, reason: 'rejected in the morning' }, bank, parts);
    } catch (error) {
      // Built upon since; or older than the undo limit, which a clock that was set back can make of
      // a recent change.
      if (!MnemeError.is(error) || !KEPT.has(error.code)) throw error;
      kept.push({ reversal: hash, why: error.message });
    }
    done += 1;
    parts.onProgress?.(done, asked.length);
  }
  return { night: night.id, verdict, settled: asked.length - kept.length, kept };
}

/** The selected changes that are not undone yet, latest first. */
async function selectedChanges(
  hashes: readonly string[] | undefined,
  night: NightState,
  { bank, store }: SettleParts,
): Promise<NightChange[]> {
  const wanted =
    hashes === undefined ? null : new Set(hashes.map((hash) => sequenceOf(bank, hash)));
  const found: NightChange[] = [];
  const seen = new Set<number>();
  for await (const each of changesOf(night, bank, store)) {
    const { sequence } = each.change;
    if (wanted !== null && !wanted.has(sequence)) continue;
    seen.add(sequence);
    if ((await stateOf(each, night, bank, store)) !== 'undone') found.push(each);
  }
  const strange = (hashes ?? []).find((hash) => !seen.has(sequenceOf(bank, hash) ?? -1));
  if (strange !== undefined)
    throw new MnemeError('not_found', `The night ${night.id} made no change ${strange}.`, {
      field: 'dream.parts',
      value: strange,
      hint: '`mneme dream --report` lists its changes; any other is undone by `mneme undo`.',
    });
  return found;
}

function withVerdict(
  state: IdleState,
  id: string,
  whole: boolean,
  asked: readonly NightChange[],
): IdleState {
  const change = (night: NightState): NightState =>
    night.id !== id
      ? night
      : whole
        ? { ...night, accepted: true, acceptedParts: [] }
        : {
            ...night,
            acceptedParts: [
              ...new Set([...night.acceptedParts, ...asked.map((each) => each.change.sequence)]),
            ],
          };
  return {
    ...state,
    night: state.night === null ? null : change(state.night),
    past: state.past.map(change),
  };
}
