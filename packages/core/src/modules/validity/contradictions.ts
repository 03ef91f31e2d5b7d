import { z } from 'zod';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { Edge } from '../../domain/graph.js';
import type { BankName, ConflictId, IdPrefix, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { everyPage, type Of, type SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import { type Conflict, type StoredClaim, UNSETTLED } from '../../domain/validity.js';
import type { BankState } from '../../indexes/bank-state.js';
import { readOwner } from '../../indexes/owner-and-zone.js';
import type { Consequence } from '../../kernel/module.js';
import { daysAhead } from '../../language/claims/clauses.js';
import {
  fromStored,
  keyClaims,
  type KeyedClaim,
  keysOf,
  nameKey,
  rekeyToOwner,
  toStored,
} from '../../language/claims/keyed-claim.js';
import { readClaimsIn } from '../../language/claims/read-claims.js';
import type { Stemmer } from '../../language/stem.js';
import { indexTerms } from '../../language/terms.js';
import { type Claimed, findRivals, recordConflict, type Recorder } from './record-conflict.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { keyDraft, rivalKeys } from '../../remember/block-reads.js';
import type { NewMemory, Pending, PlanContext } from '../../remember/plan-context.js';
import type { CausalCode, CausalSpace } from '../../spaces/e05-causal.js';

/** The consequences of one memory's claims. */
interface RecordedRivals {
  /** Claims implied by replacements. */
  readonly inherited: readonly KeyedClaim[];
  readonly conflicts: readonly Conflict[];
  /** New versions of memories that are superseded or lose confidence. */
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Judges a memory's claims against existing ones under the same keys, and records the consequences. */
function recordRivals(
  memory: Memory,
  claims: readonly KeyedClaim[],
  known: readonly Claimed[],
  recorder: Recorder,
): RecordedRivals {
  const { rivals, inherited } = findRivals(memory, claims, known);
  const recorded: ReturnType<typeof recordConflict>[] = [];
  const changed = new Map<MemoryId, Memory>();
  const latest = (each: Claimed): Claimed => ({
    ...each,
    memory: changed.get(each.memory.id) ?? each.memory,
  });
  for (const rival of rivals) {
    const consequence = recordConflict(
      { ...rival, older: latest(rival.older), newer: latest(rival.newer) },
      recorder,
    );
    recorded.push(consequence);
    for (const each of consequence.memories) changed.set(each.id, each);
  }
  return {
    inherited,
    conflicts: recorded.map(({ conflict }) => conflict),
    memories: [...changed.values()],
    edges: recorded.flatMap(({ edges }) => edges),
  };
}

/**
 * When a memory is stored, compares its claims with existing claims of the same slot and subject, looked up by key.
 * Similarity is never used, and the bank is never searched.
 */
export async function contradict({
  draft,
  memory,
  context,
  pending,
}: NewMemory): Promise<Consequence | null> {
  const claims = keyDraft(draft, context, pending);
  if (claims.length === 0) return null;
  const recorded = recordRivals(memory, claims, await claimed(claims, context, pending), {
    newId: () => context.newId('k') as ConflictId,
    at: context.now,
    actor: context.actor,
  });
  return {
    claims: toStored(memory.id, [...claims, ...recorded.inherited]),
    conflicts: recorded.conflicts,
    memories: recorded.memories,
    edges: recorded.edges,
    notes: recorded.conflicts
      .filter(({ verdict }) => verdict === 'actual')
      .map((conflict) => note(conflict, memory.id)),
  };
}

function note({ newer, older, status, subject, slot, id }: Conflict, own: MemoryId): string {
  const what = `(${subject}: ${slot}; ${id})`;
  if (status === 'pending') return `says otherwise than ${own === newer ? older : newer} ${what}`;
  return own === newer
    ? `takes the place of ${older} ${what}`
    : `is superseded by ${newer} ${what}`;
}

/** Claims under the same keys, in the batch and in the bank. */
async function claimed(
  claims: readonly KeyedClaim[],
  { claimsUnder, load, owner }: PlanContext,
  pending: Pending,
): Promise<Claimed[]> {
  const ownerKey = owner === null ? null : nameKey(owner);
  const keys = rivalKeys(claims, owner);
  const fresh = keys.flatMap((key) => pending.claimsUnder(key));
  const stored = (await claimsUnder(keys)).map((each) => ({
    memory: each.memory,
    claim: fromStored(each),
  }));
  const ids = [...new Set(stored.map(({ memory }) => memory))];
  const loaded = new Map(
    ids.length === 0 ? [] : (await load(ids)).map((memory) => [memory.id, memory]),
  );
  return [...fresh, ...stored].flatMap(({ memory, claim }): Claimed[] => {
    const found = pending.memories.get(memory) ?? loaded.get(memory);
    return found === undefined
      ? []
      : [{ memory: found, claim: rekeyToOwner(claim, found, owner, ownerKey) }];
  });
}

/** A key for an unordered pair. */
const pairKey = (a: MemoryId, b: MemoryId): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The thresholds for similar meaning and dissimilar causes. */
const ALIKE = 0.8;
const COHERENT = 0.3;
const MAX_PAIRS = 200;

/**
 * Pairs linked as similar above 0.8 whose causes agree less than 0.3. They are recorded for people to review, with no
 * further effect, because similarity proves no contradiction.
 */
async function reviewPairs(
  bank: BankName,
  store: Store,
  causal: CausalSpace,
  recorded: ReadonlySet<string>,
  { newId, at }: { readonly newId: () => ConflictId; readonly at: Instant },
): Promise<Conflict[]> {
  const alike: [MemoryId, MemoryId][] = [];
  for await (const page of store.edges(bank)) {
    for (const { role, from, to, weight } of page)
      if (role === 'similar_to' && weight > ALIKE) alike.push([from as MemoryId, to as MemoryId]);
  }
  const codes = new Map<MemoryId, CausalCode>();
  for await (const page of store.codes(bank, causal.name, causal.id, [...new Set(alike.flat())]))
    for (const { memory, code } of page) codes.set(memory, causal.unpack(code));
  const live = new Map(
    (await store.get(bank, [...codes.keys()]))
      .filter(
        (memory) =>
          memory.retractedAt === null && memory.supersededBy === null && makesClaims(memory),
      )
      .map((memory) => [memory.id, memory]),
  );
  return alike
    .filter((pair) => !recorded.has(pairKey(...pair)))
    .flatMap(([a, b]): Conflict[] => {
      const [first, second, left, right] = [live.get(a), live.get(b), codes.get(a), codes.get(b)];
      if (
        first === undefined ||
        second === undefined ||
        left === undefined ||
        right === undefined ||
        causal.likeness(left, right) >= COHERENT
      )
        return [];
      const [older, newer] = first.saidAt <= second.saidAt ? [first, second] : [second, first];
      return [
        {
          id: newId(),
          older: older.id,
          newer: newer.id,
          subject: 'cause',
          slot: 'cause',
          olderValue: '',
          newerValue: '',
          verdict: 'review',
          reason: 'alike, but not in what they tell of causes',
          ...UNSETTLED,
          foundAt: at,
          version: 1,
        },
      ];
    })
    .slice(0, MAX_PAIRS);
}

export interface ScanParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
  readonly causal: CausalSpace;
  readonly newId: (prefix: IdPrefix) => string;
  readonly actor: string;
  readonly readOnly: boolean;
}

const scanReportShape = z.strictObject({
  memories: z.number(),
  claims: z.number(),
  /** Conflicts that were not recorded before. */
  found: z.number(),
});
export interface ScanReport extends Of<typeof scanReportShape> {}
export const ScanReport: SchemaOf<ScanReport, typeof scanReportShape> = scanReportShape;

const PAGE = 500;
/** As on writing: the maximum number of claims of a slot that each is compared with. */
const MAX_KNOWN_OF_SCAN = 20;

/**
 * Reads the claims of every current memory that somebody said and records missing conflicts: those of memories from
 * before claims were read, and very similar pairs with different causes, which are only for people to review.
 */
export async function scanBank(
  { name, state }: { readonly name: BankName; readonly state: BankState },
  parts: ScanParts,
): Promise<ScanReport> {
  const { store, clock, actor, newId, readOnly } = parts;
  if (readOnly)
    throw new MnemeError(
      'read_only',
      'A scan records what it finds, and the memory is open only to read.',
      { field: 'scan', hint: 'List without scan, or open it without readOnly.' },
    );
  await state.follow();
  const sequence = state.sequence;
  const memories = await currentStatements(name, store);
  const recorded = await pairsOnRecord(name, store);
  const recorder = { newId: () => newId('k') as ConflictId, at: clock.now(), actor };
  const owner = (await readOwner(name, store))?.name ?? null;
  const scan = new Scan(memories, recorded, recorder, owner);
  for (const memory of [...memories].sort((a, b) => a.saidAt - b.saidAt)) {
    scan.take(
      memory.id,
      indexTerms(memory.content, memory.language, parts.stemmer).prose.text,
      (given) => state.entities.named(given).at(-1)?.name ?? given,
    );
  }
  const review = (await reviewPairs(name, store, parts.causal, recorded, recorder)).filter(
    ({ older, newer }) => !scan.has(older, newer),
  );
  const conflicts = [...scan.conflicts, ...review];
  const stored = new Set(
    (
      await store.claimsOf(
        name,
        memories.map(({ id }) => id),
      )
    ).map(({ memory }) => memory),
  );
  const claims = scan.claims.filter(({ memory }) => !stored.has(memory));
  if (conflicts.length > 0 || claims.length > 0) {
    const change = {
      ...EMPTY_CHANGE,
      bank: name,
      at: recorder.at,
      verb: 'scan' as const,
      actor,
      reason: `${conflicts.length} conflicts found`,
      memories: scan.changed(),
      conflicts,
      edges: scan.edges,
      claims,
    };
    await store.commit(change, { expectedSequence: sequence });
  }
  return { memories: memories.length, claims: scan.claimCount, found: conflicts.length };
}

/** Reflections repeat what others say, and notes disagree by their aspects. */
const makesClaims = (memory: Memory): boolean => memory.kind !== 'note' && !isReflected(memory);

async function currentStatements(bank: BankName, store: Store): Promise<Memory[]> {
  const found: Memory[] = [];
  for await (const items of everyPage((after) => store.find(bank, {}, PAGE, after))) {
    found.push(...items.filter(makesClaims));
  }
  return found;
}

async function pairsOnRecord(bank: BankName, store: Store): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const items of everyPage((after) => store.conflicts(bank, {}, PAGE, after))) {
    for (const { older, newer } of items) found.add(pairKey(older, newer));
  }
  return found;
}

/** The state of a scan, which goes memory by memory in spoken order, like writing. */
class Scan {
  readonly conflicts: Conflict[] = [];
  readonly edges: Edge[] = [];
  readonly claims: StoredClaim[] = [];
  claimCount = 0;
  readonly #memories: Map<MemoryId, Memory>;
  readonly #changed = new Set<MemoryId>();
  readonly #byKey = new Map<
    string,
    { readonly memory: MemoryId; readonly claim: Claimed['claim'] }[]
  >();

  constructor(
    memories: readonly Memory[],
    private readonly recorded: ReadonlySet<string>,
    private readonly recorder: {
      readonly newId: () => ConflictId;
      readonly at: Instant;
      readonly actor: string;
    },
    private readonly owner: string | null,
  ) {
    this.#memories = new Map(memories.map((memory) => [memory.id, memory]));
  }

  changed(): Memory[] {
    return [...this.#changed].flatMap((id) => this.#memories.get(id) ?? []);
  }

  has(a: MemoryId, b: MemoryId): boolean {
    return this.conflicts.some(({ older, newer }) => pairKey(older, newer) === pairKey(a, b));
  }

  take(id: MemoryId, prose: string, known: (name: string) => string): void {
    const memory = this.#memories.get(id);
    if (memory === undefined) return;
    const days = daysAhead(memory.dates, memory.saidAt, memory.saidAt);
    const claims = keyClaims(readClaimsIn(memory.language, prose, days), {
      speaker: memory.speaker,
      source: memory.provenance[0]?.source ?? 'user',
      known,
      owner: this.owner,
    });
    this.claimCount += claims.length;
    const keys = [...new Set(claims.flatMap(keysOf))];
    const rivals = keys
      .flatMap((key) => (this.#byKey.get(key) ?? []).slice(-MAX_KNOWN_OF_SCAN))
      .flatMap((each): Claimed[] => {
        const found = this.#memories.get(each.memory);
        return found === undefined || this.recorded.has(pairKey(id, each.memory))
          ? []
          : [{ memory: found, claim: each.claim }];
      });
    const found =
      memory.supersededBy === null ? recordRivals(memory, claims, rivals, this.recorder) : null;
    this.conflicts.push(...(found?.conflicts ?? []));
    this.edges.push(...(found?.edges ?? []));
    for (const changed of found?.memories ?? []) {
      this.#memories.set(changed.id, changed);
      this.#changed.add(changed.id);
    }
    const all = [...claims, ...(found?.inherited ?? [])];
    this.claims.push(...toStored(id, all));
    for (const claim of all)
      for (const key of keysOf(claim))
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), { memory: id, claim }]);
  }
}
