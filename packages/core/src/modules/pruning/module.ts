import type { BankSettings } from '../../domain/bank.js';
import type { Memory, MemoryKind } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { rolesWith } from '../../indexes/edge-index.js';
import type { IdleCursor, IdleJob, IdleRound, IdleTurn } from '../../kernel/module.js';
import { isEphemeral } from '../../language/happenings.js';
import { statedOnlyBy } from '../history/index.js';
import { defineModule, type OpenedBank } from '../module.js';

type Policy = Pick<BankSettings, 'clearAfterDays' | 'clearBelow'>;

const STANDS_FOR = rolesWith(['conflicts_with', 'supersedes']);
/** Kinds that may be cleared; decisions, opinions and procedures are never cleared. */
const HAPPENED: ReadonlySet<MemoryKind> = new Set(['experience', 'signal', 'observation', 'fact']);

/** Retracts memories long unused and of little importance, one per change; does nothing without a policy. */
const clearOld: IdleJob<OpenedBank> = {
  name: 'clear',
  about: 'what was not used for long and matters little is taken back',
  version: 1,
  turn: lookAt,
};

async function lookAt(opened: OpenedBank, cursor: IdleCursor, turn: IdleTurn): Promise<IdleRound> {
  const { bank, store, state } = opened;
  const { index } = state;
  const settings = (await store.bank(bank))?.settings;
  if (settings === undefined || settings.clearAfterDays === 0)
    return { cursor: null, done: index.size, total: index.size };
  let slot = typeof cursor?.['slot'] === 'number' ? cursor['slot'] : 0;
  for (; slot < index.size && !turn.over(); slot++) {
    if (!index.isLive(slot) || index.reflected.has(slot) || isTied(slot, opened)) continue;
    if (index.importance.get(slot) >= settings.clearBelow) continue;
    // Read from the store, so that the change rests on the current state.
    const id = index.id(slot);
    const [memory] = await store.get(bank, [id]);
    const used = (await store.usage(bank, [id])).get(id)?.lastAccessedAt ?? 0;
    if (memory === undefined || !isCleared(memory, used, settings, turn.now)) continue;
    return {
      cursor: { slot: slot + 1 },
      step: {
        kind: 'clear',
        why: `${memory.id} was not used for ${settings.clearAfterDays} days and matters less than ${settings.clearBelow}`,
        put: {
          memories: [takenBack(memory, turn.now)],
          edges: (await statedOnlyBy([memory.id], bank, store)).map((edge) => ({
            ...edge,
            evidence: null,
          })),
        },
      },
      done: slot + 1,
      total: index.size,
    };
  }
  return { cursor: slot < index.size ? { slot } : null, done: slot, total: index.size };
}

/** Memories in a conflict, or that superseded another, determine what is valid. */
function isTied(slot: number, { state: { edges } }: OpenedBank): boolean {
  return edges.rolesAt(edges.memoryNode(slot), STANDS_FOR) !== 0;
}

function isCleared(
  memory: Memory,
  used: Instant,
  { clearAfterDays, clearBelow }: Policy,
  now: Instant,
): boolean {
  const last = Math.max(memory.saidAt, memory.recordedAt, used);
  return (
    memory.retractedAt === null &&
    memory.importance < clearBelow &&
    last < now - clearAfterDays * DAY &&
    memory.provenance.length === 1 &&
    HAPPENED.has(memory.kind) &&
    // Instructions, decisions and preferences come in any words: clear only what is certainly none
    // of them.
    isEphemeral(memory.content)
  );
}

const takenBack = (memory: Memory, at: Instant): Memory => ({
  ...memory,
  retractedAt: at,
  retraction: 'cleared: not used for long, and of little importance',
  version: memory.version + 1,
});

/** Retracts memories long unused and of little importance, by a policy that a person sets. */
export const pruning = defineModule({ name: 'clearance', onIdle: [clearOld] });
