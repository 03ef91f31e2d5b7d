import {
  EDGE_ROLES,
  type Context,
  type Edge,
  type EdgeFamily,
  type Entity,
  type NodeId,
} from '../../../../domain/graph.js';
import type { StoredClaim, Conflict } from '../../../../domain/conflict.js';
import type { Learned, LearnedKind, LearnedRecord } from '../../../../domain/learned/record.js';
import { expiryOf } from '../../../../domain/expiry.js';
import type { Vote } from '../../../../domain/feedback.js';
import type { Goal } from '../../../../domain/goal.js';
import type { Memory } from '../../../../domain/memory.js';
import type { SealedValue } from '../../../../domain/privacy.js';
import type { Instant } from '../../../../domain/time.js';
import type { StoreRecords } from '../../../../ports/store-records.js';
import type {
  ConflictQuery,
  LearnedQuery,
  Page,
  SealedQuery,
  VoteQuery,
} from '../../../../ports/store.js';
import type { BankData } from '../bank-data.js';
import { matcher, meantState, memoryAt } from '../filter.js';
import type { Opened } from '../opened.js';
import { pageOf, parseCursor } from '../../pages.js';
import { pageAfter } from '../pages.js';
import { removedVotes } from '../removed.js';

export function recordsPart(opened: Opened): StoreRecords {
  return {
    get: (name, ids, asOf) =>
      opened.readBank(name, (bank) =>
        ids.flatMap((id) => {
          const row = bank.memory.get(id);
          if (row === undefined) return [];
          return asOf === undefined ? row.record : (memoryAt(bank, row, asOf) ?? []);
        }),
      ),
    findByHash: (name, hashes) =>
      opened.readBank(name, (bank) =>
        bank.memory
          .all()
          .map(({ record }) => record)
          .filter(({ contentHash }) => hashes.includes(contentHash)),
      ),
    find: (name, filter, limit, after) =>
      opened.readBank(name, (bank) => {
        const meant = matcher(filter);
        const page = pageAfter(
          bank.memory,
          limit,
          after,
          ({ record }) => meant(record),
          (row) => meantState(bank, row, filter),
          filter.newestFirst,
        );
        return { ...page, items: page.items.filter((memory) => memory !== null) };
      }),
    expired: (name, until, limit) =>
      opened.readBank(name, (bank) => expiredOf(bank, until).slice(0, limit)),
    entities: (name, ids) =>
      opened.readBank(name, ({ plain }) => inOrder<Entity>(plain.entity, ids)),
    allEntities: (name) =>
      opened.readBank(name, ({ plain }) => plain.entity.all().map(({ record }) => record)),
    contexts: (name, ids) =>
      opened.readBank(name, ({ plain }) => inOrder<Context>(plain.context, ids)),
    sessions: (name) =>
      opened.readBank(name, ({ plain }) =>
        plain.session
          .all()
          .map(({ record }) => record)
          .sort((one, other) => one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1)),
      ),
    goals: (name, asOf) => opened.readBank(name, (bank) => goalsOf(bank, asOf)),
    claims: (name, keys, limit) => opened.readBank(name, (bank) => claimsUnder(bank, keys, limit)),
    claimsOf: (name, memories) =>
      opened.readBank(name, (bank) =>
        memories.flatMap((memory) => claimsAt(bank, bank.claimsOf.of(memory))),
      ),
    conflicts: (name, query, limit, after) =>
      opened.readBank(name, (bank) => conflictsOf(bank, query, limit, after)),
    votes: (name, query = {}) => opened.readBank(name, (bank) => votesOf(bank, query)),
    learned: (name, query) => opened.readBank(name, (bank) => learnedOf(bank, query)),
    sealed: (name, query) => opened.readBank(name, (bank) => sealedOf(bank, query)),
    lastSealed: (name, kinds) => opened.readBank(name, (bank) => lastSealed(bank, kinds)),
    neighbours: (name, ids, families, limit) =>
      opened.readBank(name, (bank) => neighboursOf(bank, ids, families, limit)),
    edges: (name) => edgePages(opened, opened.bank(name)),
  };
}

function expiredOf(bank: BankData, until: Instant): Memory[] {
  return bank.memory
    .all()
    .flatMap(({ record }) => {
      const at = record.retractedAt === null ? expiryOf(record.tags) : null;
      return at !== null && at <= until ? [{ record, at }] : [];
    })
    .sort((one, other) => one.at - other.at)
    .map(({ record }) => record);
}

interface Listed<Entry> {
  get(id: string): { readonly num: number; readonly record: Entry } | undefined;
}

/** In order of recording. */
function inOrder<Entry>(rows: Listed<Entry>, ids: readonly string[]): Entry[] {
  return [...new Set(ids)]
    .flatMap((id) => rows.get(id) ?? [])
    .sort((one, other) => one.num - other.num)
    .map(({ record }) => record);
}

function goalsOf(bank: BankData, asOf?: Instant): Goal[] {
  const goals = bank.plain.goal.all().map(({ record }) => record);
  if (asOf === undefined) return goals;
  return goals
    .filter(({ createdAt }) => createdAt <= asOf)
    .flatMap(
      (goal) => bank.past.stateAt('goal', goal.id, goal, asOf, bank.madeAt.bind(bank)) ?? [],
    );
}

function claimsAt(bank: BankData, keys: Iterable<string>): StoredClaim[] {
  return [...keys].flatMap((key) => bank.claims.get(key) ?? []);
}

/** The newest memory's first. */
function claimsUnder(bank: BankData, keys: readonly string[], limit: number): StoredClaim[] {
  const placeOf = ({ memory }: StoredClaim): number => bank.memory.get(memory)?.num ?? 0;
  return keys.flatMap((key) =>
    claimsAt(bank, bank.claimsUnder.of(key))
      .filter((claim) => placeOf(claim) > 0)
      .sort((one, other) => placeOf(other) - placeOf(one))
      .slice(0, limit),
  );
}

function conflictsOf(
  bank: BankData,
  { ids, status, verdict, memories }: ConflictQuery,
  limit: number,
  after?: string,
): Page<Conflict> {
  const before = after === undefined ? Infinity : parseCursor(after);
  const found = bank.plain.conflict
    .all()
    .filter(
      ({ num, record }) =>
        num < before &&
        (ids === undefined || ids.includes(record.id)) &&
        (status === undefined || record.status === status) &&
        (verdict === undefined || record.verdict === verdict) &&
        (memories === undefined ||
          memories.includes(record.older) ||
          memories.includes(record.newer)),
    )
    .reverse();
  return pageOf(found, limit, ({ record }) => record);
}

function votesOf(bank: BankData, { ids, memory, asOf }: VoteQuery): Vote[] {
  const meant = (vote: Vote): boolean =>
    (memory === undefined || vote.memory === memory) &&
    (ids === undefined || ids.includes(vote.id));
  const votes = bank.plain.vote.all().map(({ record }) => record);
  if (asOf === undefined) return votes.filter(meant);
  // Votes undone later were in effect at that moment.
  return [...votes, ...removedVotes(bank)]
    .filter(meant)
    .flatMap((vote) => bank.past.stateAt('vote', vote.id, vote, asOf, bank.madeAt.bind(bank)) ?? [])
    .filter(({ at }) => at <= asOf);
}

function learnedOf<Kind extends LearnedKind>(
  bank: BankData,
  { kinds, ids, keys, changedAfter = -1, asOf }: LearnedQuery<Kind>,
): { readonly [K in Kind]: LearnedRecord<K> }[Kind][] {
  const records: Learned[] = bank.learned
    .all()
    .filter(
      ({ changed, record }) =>
        changed > changedAfter &&
        (kinds === undefined || (kinds as readonly LearnedKind[]).includes(record.kind)) &&
        (ids === undefined || ids.includes(record.id)) &&
        (keys === undefined || keys.includes(record.key)),
    )
    .map(({ record }) => record);
  const found =
    asOf === undefined
      ? records
      : records
          .filter(({ createdAt }) => createdAt <= asOf)
          .flatMap(
            (record) =>
              bank.past.stateAt('learned', record.id, record, asOf, bank.madeAt.bind(bank)) ?? [],
          );
  return found as { readonly [K in Kind]: LearnedRecord<K> }[Kind][];
}

function sealedOf(bank: BankData, { tokens, prints, kinds }: SealedQuery): SealedValue[] {
  const all = bank.sealed.values();
  return [
    ...(tokens ?? []).flatMap((token) => bank.sealed.get(token) ?? []),
    ...(prints ?? []).flatMap((print) => all.filter((value) => value.print === print)),
    ...(kinds ?? []).flatMap((kind) => all.filter((value) => value.kind === kind)),
  ];
}

/** For a token such as `[card_12]`. */
function lastSealed(bank: BankData, kinds: readonly string[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { kind, token } of bank.sealed.values()) {
    if (!kinds.includes(kind)) continue;
    const number = Number.parseInt(token.slice(kind.length + 2), 10);
    last.set(kind, Math.max(last.get(kind) ?? 0, number));
  }
  return last;
}

function neighboursOf(
  bank: BankData,
  ids: readonly NodeId[],
  families: readonly EdgeFamily[],
  limit: number,
): Edge[] {
  const isGone = (id: string | null): boolean =>
    id !== null && (bank.memory.get(id)?.record.retractedAt ?? null) !== null;
  const meant = ({ role, evidence, from, to }: Edge): boolean =>
    families.includes(EDGE_ROLES[role]) && ![evidence, from, to].some(isGone);
  const edges = new Set<Edge>();
  for (const id of ids)
    for (const side of bank.edge.sidesOf(id))
      for (const { record } of side
        .filter((row) => meant(row.record))
        .sort((one, other) => other.record.weight - one.record.weight || other.num - one.num)
        .slice(0, limit))
        edges.add(record);
  return [...edges].sort((one, other) => other.weight - one.weight);
}

/** Rows per page of a stream. */
const PAGE = 2_000;

async function* edgePages(opened: Opened, bank: BankData): AsyncIterable<readonly Edge[]> {
  for (let last = 0; ;) {
    const rows = await opened.readWhole(bank.name, () => bank.edge.after(last, PAGE));
    if (rows.length === 0) return;
    yield rows.map(({ record }) => record);
    last = rows.at(-1)?.num ?? last;
  }
}
