import { MnemeError } from '@mneme/core/domain/errors.js';
import type { DreamSettled } from '@mneme/core/domain/night.js';
import type { LeasedJob } from '@mneme/core/bank/leased-jobs.js';
import { reversalHash, sequenceOf } from '@mneme/core/bank/reversal-hash.js';
import { undo, type UndoPorts } from '@mneme/core/modules/history/index.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { IdleState, NightState } from './night-state.js';
import { changesOf, nightNamed, stateOf, type NightChange } from './report.js';

export interface SettleParts extends UndoPorts {
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

const KEPT: ReadonlySet<string> = new Set(['conflict', 'invalid_input']);

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
