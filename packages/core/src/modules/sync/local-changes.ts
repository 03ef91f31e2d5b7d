import { journalAfter } from '../../bank/pages.js';
import { type BankSettings, withDefaults } from '../../domain/bank.js';
import type { ChangeRecord, Touched } from '../../domain/change.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { StoredClaim } from '../../domain/validity.js';
import { canonical } from '../../domain/well-formed.js';
import type { Store } from '../../ports/store.js';
import { keyOf } from './field-stamps.js';
import { markOf } from './marks.js';
import { changedPaths, type Fields } from './record-paths.js';
import type { RecordChange } from './segment.js';

/** Where segments end, in characters of JSON; a change is never cut, so that one may be longer. */
const MAX_LENGTH = 4_000_000;
/** Settings that concern a machine or its journal. */
const OF_MACHINE = ['reflectedUpTo', 'deletedAt', 'dreamAt', 'reading'];
/** Modules whose own records concern a file or its surroundings. */
const OF_FILE: ReadonlySet<string> = new Set(['branches', 'webhooks']);

/** What a bank changed itself, without what it took from other machines. */
export interface LocalChanges {
  /** For each segment; none is empty. */
  readonly parts: readonly (readonly RecordChange[])[];
  /** Whether there was any change, if only of what is not exchanged. */
  readonly any: boolean;
}

/** Reads the changes after one of the journal, up to another, each record once a segment. */
export async function localChanges(
  sync: string,
  bank: BankName,
  [after, until]: readonly [number, number],
  store: Store,
): Promise<LocalChanges> {
  const parts: RecordChange[][] = [];
  let [any, length] = [false, 0];
  let part = new Map<string, RecordChange>();
  const close = async (): Promise<void> => {
    if (part.size > 0) parts.push(await withClaims([...part.values()], bank, store));
    [part, length] = [new Map(), 0];
  };
  for await (const entry of journalAfter(bank, after, store)) {
    if (entry.sequence > until) break;
    if (markOf(sync, entry) !== null) continue;
    any = true;
    const record = await store.changeRecord(bank, entry.sequence);
    for (const change of record === null ? [] : changesOf(record)) {
      const before = part.get(keyOf(change));
      const joined = before === undefined ? change : join(before, change);
      if (joined === null) part.delete(keyOf(change));
      else part.set(keyOf(change), joined);
      length += JSON.stringify(change).length;
    }
    if (length > MAX_LENGTH) await close();
  }
  await close();
  return { parts, any };
}

/** Two changes of a record as one; null if it came and went. */
function join(before: RecordChange, after: RecordChange): RecordChange | null {
  if (after.record === null) return before.paths === null && before.record !== null ? null : after;
  if (before.paths === null || after.paths === null) return { ...after, paths: null };
  return { ...after, paths: [...new Set([...before.paths, ...after.paths])] };
}

function changesOf({ touched }: ChangeRecord): RecordChange[] {
  return touched.flatMap((each): RecordChange[] => {
    const { kind, before, after } = each;
    if (isOfFile(each)) return [];
    // Settings go under one name, as a bank may be called otherwise elsewhere.
    const id = kind === 'bank' ? kind : each.id;
    const [was, is] = [before, after].map((record) =>
      kind === 'bank' ? withDefaults((record ?? {}) as Partial<BankSettings>) : record,
    ) as unknown as [Fields | null, Fields | null];
    if (is === null) return was === null ? [] : [{ kind, id, record: null, paths: null }];
    if (was === null) return [{ kind, id, record: is, paths: null }];
    const paths = changedPaths(kind, was, is).filter(
      (path) => kind !== 'bank' || !OF_MACHINE.includes(path),
    );
    const same = kind === 'bank' || canonical(was) === canonical(is);
    return paths.length === 0 && same ? [] : [{ kind, id, record: is, paths }];
  });
}

function isOfFile({ kind, before, after }: Touched): boolean {
  const record = kind === 'learned' ? (after ?? before) : null;
  return record?.kind === 'module' && OF_FILE.has(record.body.module);
}

/** Claims are derived, but by more than the text: they are sent along. */
async function withClaims(
  changes: readonly RecordChange[],
  bank: BankName,
  store: Pick<Store, 'claimsOf'>,
): Promise<RecordChange[]> {
  const told = ({ kind, paths }: RecordChange): boolean =>
    kind === 'memory' && (paths === null || paths.includes('content'));
  const ids = changes.filter(told).map(({ id }) => id as MemoryId);
  const claims = ids.length === 0 ? [] : await store.claimsOf(bank, ids);
  const byMemory = new Map<string, StoredClaim[]>();
  for (const claim of claims)
    byMemory.set(claim.memory, [...(byMemory.get(claim.memory) ?? []), claim]);
  return changes.map((change) => {
    const own = told(change) ? byMemory.get(change.id) : undefined;
    return own === undefined ? change : { ...change, claims: own };
  });
}
