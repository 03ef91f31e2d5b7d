import { EMPTY_CHANGE, type Change } from '../../domain/change.js';
import type { Conflict, StoredClaim } from '../../domain/conflict.js';
import type { Edge } from '../../domain/graph.js';
import type { BankName, ConflictId, LearnedId, MemoryId } from '../../domain/ids.js';
import { MnemeError } from '../../domain/errors.js';
import type { AddedClaim } from '../../domain/learned/module-record.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Memory } from '../../domain/memory.js';
import {
  fromStored,
  keysOf,
  toStored,
  type KeyedClaim,
} from '../../language/claims/keyed-claim.js';
import { EXTRACT_FACTS_VERSION } from '../../prompts/extract-facts.js';
import { pairKey, recordRivals, type Claimed } from '../validity/index.js';
import type { OpenedBank } from '../module.js';
import type { AcceptedTurn } from './accept-facts.js';
import { isReadable, readSince, TURN } from './waiting.js';

/** Maximum number of claims of a slot compared with a new one, as on remembering. */
const MAX_KNOWN = 20;
const MAX_TRIES = 50;
const PAGE = 500;

/** A turn with what was read from it, or why nothing was. */
export interface ReadTurn extends AcceptedTurn {
  readonly givenUp: string | null;
}

export type Writer = Pick<
  OpenedBank,
  'bank' | 'store' | 'state' | 'clock' | 'newId' | 'actor' | 'writes'
>;

/**
 * Writes what was read from some turns, as one change: a record with its claims for each turn, and
 * contradictions. A turn that was read, retracted or changed meanwhile is left out: whoever loses a race
 * writes nothing twice. Returns the number of claims written.
 */
export async function writeFacts(
  turns: readonly ReadTurn[],
  by: string,
  since: number,
  writer: Writer,
): Promise<{ readonly read: number; readonly claims: number }> {
  return writer.writes.run(async () => {
    for (let tries = 1; ; tries++) {
      await writer.state.follow();
      const expectedSequence = writer.state.sequence;
      const standing = await stillStanding(turns, since, writer);
      if (standing.length === 0) return { read: 0, claims: 0 };
      const { change, claims } = await planChange(standing, by, writer);
      try {
        await writer.store.commit(change, { expectedSequence });
        return { read: standing.length, claims };
      } catch (error) {
        if (!(MnemeError.is(error) && error.code === 'conflict') || tries >= MAX_TRIES) throw error;
      }
    }
  });
}

async function stillStanding(
  turns: readonly ReadTurn[],
  since: number,
  { bank, store }: Writer,
): Promise<ReadTurn[]> {
  const done = await readSince(bank, store, since);
  const now = new Map(
    (
      await store.get(
        bank,
        turns.map(({ turn }) => turn.id),
      )
    ).map((turn) => [turn.id, turn]),
  );
  return turns.flatMap((read): ReadTurn[] => {
    const turn = now.get(read.turn.id);
    return turn === undefined ||
      done.has(turn.id) ||
      !isReadable(turn) ||
      turn.content !== read.turn.content
      ? []
      : [{ ...read, turn }];
  });
}

/** What a batch has written so far. */
interface Draft {
  readonly memories: Map<MemoryId, Memory>;
  readonly claims: {
    readonly key: string;
    readonly memory: MemoryId;
    readonly claim: KeyedClaim;
  }[];
  readonly conflicts: Conflict[];
  readonly edges: Edge[];
  readonly records: LearnedRecord<'module'>[];
}

async function planChange(
  turns: readonly ReadTurn[],
  by: string,
  writer: Writer,
): Promise<{ readonly change: Change; readonly claims: number }> {
  const { bank, store, clock, actor } = writer;
  const draft: Draft = { memories: new Map(), claims: [], conflicts: [], edges: [], records: [] };
  const ids = turns.map(({ turn }) => turn.id);
  const known = await store.claimsOf(bank, ids);
  const pairs = await pairsOnRecord(bank, ids, writer);
  let count = 0;
  // In the order of saying, which decides between them.
  for (const read of turns.toSorted((a, b) => a.turn.saidAt - b.turn.saidAt))
    count += await addTurn(read, by, { known, pairs, draft }, writer);
  const change: Change = {
    ...EMPTY_CHANGE,
    bank,
    at: clock.now(),
    verb: 'extract',
    actor,
    reason: `${count} ${count === 1 ? 'claim' : 'claims'} of ${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}, told by ${by}`,
    memories: [...draft.memories.values()],
    conflicts: draft.conflicts,
    edges: draft.edges,
    learned: draft.records,
  };
  return { change, claims: count };
}

interface Drafting {
  readonly known: readonly StoredClaim[];
  readonly pairs: ReadonlySet<string>;
  readonly draft: Draft;
}

async function addTurn(
  read: ReadTurn,
  by: string,
  drafting: Drafting,
  writer: Writer,
): Promise<number> {
  const { draft, known, pairs } = drafting;
  const { clock, actor, newId } = writer;
  const turn = draft.memories.get(read.turn.id) ?? read.turn;
  const said = new Set(
    known.filter(({ memory }) => memory === turn.id).map((each) => spelling(fromStored(each))),
  );
  // Claims that the rules found already remain theirs.
  const claims = read.claims.filter(
    (claim) => !said.has(spelling(claim)) && said.add(spelling(claim)),
  );
  const others = (await claimedUnder(claims, draft, writer)).filter(
    ({ memory }) => !pairs.has(pairKey(memory.id, turn.id)),
  );
  const at = clock.now();
  const recorded = recordRivals(turn, claims, others, {
    newId: () => newId('k') as ConflictId,
    at,
    actor,
  });
  for (const memory of recorded.memories) draft.memories.set(memory.id, memory);
  draft.conflicts.push(...recorded.conflicts);
  draft.edges.push(...recorded.edges);
  const told = claims[0]?.told;
  const all = [
    ...claims,
    ...recorded.inherited.map((claim) => (told === undefined ? claim : { ...claim, told })),
  ];
  for (const claim of all)
    for (const key of keysOf(claim)) draft.claims.push({ key, memory: turn.id, claim });
  draft.records.push(recordOf(read, all, by, writer, at));
  return claims.length;
}

function recordOf(
  { turn, givenUp }: ReadTurn,
  claims: readonly KeyedClaim[],
  by: string,
  { newId }: Writer,
  at: number,
): LearnedRecord<'module'> {
  const added = toStored(turn.id, claims).map(({ claim, ...place }): AddedClaim => ({
    ...place,
    claim: JSON.parse(claim) as AddedClaim['claim'],
  }));
  return {
    id: newId('x') as LearnedId,
    kind: 'module',
    key: `facts ${TURN} ${turn.id}`,
    createdAt: at,
    changedAt: at,
    retractedAt: null,
    version: 1,
    body: {
      module: 'facts',
      type: TURN,
      value: { model: by, task: EXTRACT_FACTS_VERSION, ...(givenUp === null ? {} : { givenUp }) },
      evidence: [turn.id],
      ...(added.length > 0 && { claims: added }),
    },
  };
}

/** Claims under the same keys, in this batch and in the bank. */
async function claimedUnder(
  claims: readonly KeyedClaim[],
  draft: Draft,
  { bank, store }: Writer,
): Promise<Claimed[]> {
  const keys = new Set(claims.flatMap(keysOf));
  if (keys.size === 0) return [];
  const stored = (await store.claims(bank, [...keys], MAX_KNOWN)).map((each) => ({
    memory: each.memory,
    claim: fromStored(each),
  }));
  const all = [...draft.claims.filter(({ key }) => keys.has(key)), ...stored];
  const loaded = new Map(
    (await store.get(bank, [...new Set(all.map(({ memory }) => memory))])).map((memory) => [
      memory.id,
      memory,
    ]),
  );
  return all.flatMap(({ memory, claim }): Claimed[] => {
    const found = draft.memories.get(memory) ?? loaded.get(memory);
    return found === undefined ? [] : [{ memory: found, claim }];
  });
}

/** Pairs already in conflict; restating them adds nothing. */
async function pairsOnRecord(
  bank: BankName,
  memories: readonly MemoryId[],
  { store }: Writer,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let after: string | undefined; ;) {
    const page = await store.conflicts(bank, { memories }, PAGE, after);
    for (const { older, newer } of page.items) found.add(pairKey(older, newer));
    if (page.next === null) return found;
    after = page.next;
  }
}

const spelling = ({ subject, claim: { slot, value, mode } }: KeyedClaim): string =>
  JSON.stringify([subject, slot, value, mode]);
