/** Rows that refer to a missing row. */
export interface Orphans {
  readonly table: string;
  /** Which of its rows, as `t`. */
  readonly where: string;
  readonly what: (n: number) => string;
  /** What is repaired in them; without it they are set aside and removed. */
  readonly set?: string;
}

const noMemory = (id: string): string =>
  `NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = t.bank AND m.id = ${id})`;

const NO_BANK = 'NOT EXISTS (SELECT 1 FROM bank b WHERE b.num = t.bank)';

/** Tables of banks, by what people call their rows. */
const OF_BANKS: Readonly<Record<string, string>> = {
  memory: 'memories',
  entity: 'entities',
  context: 'contexts',
  session: 'sessions',
  goal: 'goals',
  edge: 'links',
  claim: 'claims',
  conflict: 'conflicts',
  vote: 'votes',
  learned: 'learned records',
  recall_log: 'noted recalls',
  working_memory: 'sessions’ notes',
  job: 'notes of work in the background',
  vault: 'sealed values',
  journal: 'changes',
  removed: 'records that were taken away',
  snapshot: 'snapshots',
  snapshot_part: 'parts of snapshots',
};

/** In the order of repair: rows that depend on a removed row come after it. */
export const ORPHANS: readonly Orphans[] = [
  ...Object.entries(OF_BANKS).map(([table, called]) => ({
    table,
    where: NO_BANK,
    what: (n: number) => `${n} ${called} belong to no bank.`,
  })),
  {
    table: 'journal_before',
    where: 'NOT EXISTS (SELECT 1 FROM journal j WHERE j.sequence = t.sequence)',
    what: (n) => `${n} former states of records belong to no change.`,
  },
  ...['embedding', 'usage'].map((table) => ({
    table,
    where: 'NOT EXISTS (SELECT 1 FROM memory m WHERE m.num = t.memory)',
    what: (n: number) => `${n} rows of ${table} belong to no memory.`,
  })),
  {
    table: 'edge',
    where: `t.evidence IS NOT NULL AND ${noMemory('t.evidence')}`,
    what: (n) => `${n} links cite a memory that is not there.`,
  },
  ...(['source', 'target'] as const).map((end) => ({
    table: 'edge',
    where: `substr(t.${end}, 1, 2) = 'm_' AND ${noMemory(`t.${end}`)}`,
    what: (n: number) => `${n} links have a memory as ${end} that is not there.`,
  })),
  {
    table: 'claim',
    where: noMemory('t.memory'),
    what: (n) => `${n} claims are of a memory that is not there.`,
  },
  {
    table: 'vote',
    where: noMemory('t.memory'),
    what: (n) => `${n} votes are on a memory that is not there.`,
  },
  {
    table: 'conflict',
    where: `(${noMemory('t.older')} OR ${noMemory('t.newer')})`,
    what: (n) => `${n} conflicts are of a memory that is not there.`,
  },
  {
    table: 'goal',
    where:
      't.parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM goal p WHERE p.bank = t.bank AND p.id = t.parent)',
    what: (n) => `${n} goals serve a goal that is not there.`,
    set: 'parent = NULL',
  },
];
