/** A memory's file in which somebody has written into every text that he could. */
import { openDatabase } from '../../packages/core/src/adapters/store/sqlite/open-database.js';
import { GRAPH_TAG } from '../../packages/core/src/domain/graph.js';
import { LEARNED_PREFIX } from '../../packages/core/src/domain/learned-record.js';
import { MODULES } from '../../packages/mneme/src/modules.js';
import { OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import type { z } from 'zod';

type Row = Readonly<Record<string, unknown>>;

/** What another program looks things up by, or what is told by a hash: nobody's words. */
const NO_TEXT = new Set([
  'bank.name',
  'bank.encoder',
  'bank.settings',
  'memory.hash',
  'memory.terms',
  'memory.language',
  'claim.key',
  'learned.key',
  'embedding.encoder',
  'snapshot.format',
  'snapshot_part.part',
  'vault.print',
  'vault.sealed',
  'vault.token',
  'removed.row',
]);
const NO_TABLES = /^(?:sqlite_|memory_text|api_key|reply)/;
/** Fields within records that are as those above. */
const NO_FIELDS = new Set([
  'hash',
  'sha256',
  'encoder',
  'basis',
  'key',
  'model',
  'mediaType',
  'namespace',
  'session',
]);
/** Objects whose names of fields somebody chose. */
const FREE_NAMES = new Set(['metadata', 'failureModes', 'arguments']);
const ID = /^(?:[a-z]_[0-9a-z]{13}(?:\.\d+)?|[cou]\d{1,3})$/;

/** Puts `mark` before every text of every record but `kept`, and tells what became of each. */
export function poison(file: string, mark: string, kept: string): ReadonlyMap<string, string> {
  const words = closedWords();
  const told = new Map<string, string>();
  const hostile = (text: string): string => {
    if (text === '' || ID.test(text) || words.has(text) || text === kept) return text;
    told.set(text, `${mark} ${text}`);
    return `${mark} ${text}`;
  };
  const within = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return NO_FIELDS.has(field) ? value : hostile(value);
    if (Array.isArray(value)) return value.map((each) => within(each, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        FREE_NAMES.has(field) ? hostile(key) : key,
        within(part, key),
      ]),
    );
  };
  const database = openDatabase(file, false);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL")
    .all() as { name: string }[];
  database.exec('PRAGMA foreign_keys = OFF; DELETE FROM snapshot; DELETE FROM snapshot_part;');
  for (const { name: table } of tables.filter(({ name }) => !NO_TABLES.test(name))) {
    const columns = (
      database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as {
        name: string;
        type: string;
      }[]
    ).filter(({ name, type }) => type === 'TEXT' && !NO_TEXT.has(`${table}.${name}`));
    for (const { name } of columns) {
      const rows = database
        .prepare(`SELECT DISTINCT ${name} AS value FROM ${table} WHERE ${name} IS NOT NULL`)
        .all() as Row[];
      for (const { value } of rows) {
        const text = String(value);
        const becomes = /^[[{]/.test(text)
          ? JSON.stringify(within(JSON.parse(text), name))
          : hostile(text);
        if (becomes !== text)
          database.prepare(`UPDATE ${table} SET ${name} = ? WHERE ${name} = ?`).run(becomes, text);
      }
    }
  }
  database.close();
  return told;
}

const RECORDS = ['memory', 'entity', 'context', 'edge', 'goal', ...Object.keys(LEARNED_PREFIX)];
/** What is said of no field in particular, and the bank that a branch names as its origin. */
const DEFAULTS = ['general', 'default', 'rules', 'caller'];
/** By these a module knows its own records. */
const RECORDED = MODULES.flatMap(({ name, records = [] }) => [name, ...records]);
/** By these a memory is known as part of a knowledge graph. */
const GRAPH = [GRAPH_TAG, 'entity', 'entityType', 'states', 'from', 'relation', 'to'];

/** Every word of a closed list that an answer may hold. */
function closedWords(): ReadonlySet<string> {
  const words = new Set([...RECORDS, ...RECORDED, ...DEFAULTS, ...GRAPH]);
  const seen = new Set<unknown>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { def } = (node as { _zod?: { def: Row } })._zod ?? {};
    if (def !== undefined) {
      if (def['type'] === 'enum')
        for (const word of Object.values(def['entries'] as object)) words.add(String(word));
      if (def['type'] === 'literal')
        for (const word of def['values'] as unknown[]) words.add(String(word));
      for (const part of Object.values(def)) walk(part);
      return;
    }
    if (Array.isArray(node)) node.forEach(walk);
    else if (Object.getPrototypeOf(node) === Object.prototype) Object.values(node).forEach(walk);
  };
  for (const { input, output } of Object.values(OPERATIONS) as unknown as {
    input: z.ZodType;
    output: z.ZodType;
  }[]) {
    walk(input);
    walk(output);
  }
  return words;
}
