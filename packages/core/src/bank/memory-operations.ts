import { createHash } from 'node:crypto';
import { isRecord } from '../domain/well-formed.js';
import type { MemoryCall, MemoryRecord, TouchedMemories } from '../ports/observer.js';

/** What a verb does in the terms of OpenTelemetry's conventions for generative AI. */
interface Meaning {
  readonly name: MemoryCall['name'];
  /** The memories that it is asked to make or change, or that it gives; without it, they are not counted. */
  readonly of?: (args: readonly unknown[], given: unknown) => readonly MemoryRecord[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A memory, a result, a receipt, an input or an id as a record. */
function asRecord(value: unknown): MemoryRecord {
  const { id, content, why } = fieldsOf(value);
  const { score } = fieldsOf(why);
  return {
    id: text(id) ?? (typeof value === 'string' && /^m_[0-9a-v]{13}$/.test(value) ? value : null),
    content: text(content) ?? (typeof value === 'string' ? value : null),
    score: typeof score === 'number' ? score : null,
  };
}

const search = (field: string): Meaning => ({
  name: 'search_memory',
  of: (_args, given) => list(fieldsOf(given)[field]).map(asRecord),
});
/** Inputs, with the ids of their receipts. */
const told: NonNullable<Meaning['of']> = ([inputs], given) => {
  const { receipts = list(given) } = fieldsOf(given);
  return list(inputs).map((input, at) => ({
    ...asRecord(input),
    id: asRecord(list(receipts)[at]).id,
  }));
};

const MEANINGS: Readonly<Record<string, Meaning>> = {
  recall: search('results'),
  context: search('delivered'),
  brief: search('delivered'),
  list: search('memories'),
  show: search('memory'),
  'browse.about': search('recent'),
  'browse.timeline': search('memories'),
  remember: { name: 'create_memory', of: told },
  rememberAll: { name: 'create_memory', of: told },
  accept: { name: 'create_memory', of: told },
  update: { name: 'update_memory', of: ([id, given]) => [{ ...asRecord(given), id: text(id) }] },
  'curation.merge': {
    name: 'update_memory',
    of: ([input]) => list(fieldsOf(input)['ids']).map(asRecord),
  },
  forget: {
    name: 'delete_memory',
    of: (_args, given) => list(fieldsOf(given)['changed']).map(asRecord),
  },
  'privacy.erase': { name: 'delete_memory' },
  createBank: { name: 'create_memory_store' },
  'file.deleteBank': { name: 'delete_memory_store' },
};

/** Identifies a bank without its name, which may be that of a person. */
const pseudonymOf = (bank: string): string =>
  `ms_${createHash('sha256').update(`mneme store ${bank}`).digest('hex').slice(0, 16)}`;

/** A verb as a memory operation; undefined for one that is none. Names and texts are told only with `content`. */
export function memoryCall(
  verb: string,
  bank: string,
  args: readonly unknown[],
  content: boolean,
): MemoryCall | undefined {
  const meaning = Object.hasOwn(MEANINGS, verb) ? MEANINGS[verb] : undefined;
  const [first] = args;
  const { query, about, userId, name, preview, restore } = fieldsOf(first);
  if (meaning === undefined || preview === true || restore === true) return undefined;
  const stored = verb === 'file.deleteBank' ? (text(name) ?? bank) : bank;
  const store = text(userId) === null ? stored : `${stored}@${String(userId)}`;
  const asked =
    meaning.name === 'search_memory' ? (text(query) ?? text(about) ?? text(first)) : null;
  return {
    name: meaning.name,
    store: content ? store : pseudonymOf(store),
    query: content ? asked : null,
  };
}

/** The memories of a memory operation that has ended; undefined where they are not counted. Texts are told only with `content`. */
export function touchedMemories(
  verb: string,
  args: readonly unknown[],
  given: unknown,
  content: boolean,
): TouchedMemories | undefined {
  const records = Object.hasOwn(MEANINGS, verb) ? MEANINGS[verb]?.of?.(args, given) : undefined;
  if (records === undefined) return undefined;
  const [first] = records;
  return {
    count: records.length,
    id: records.length === 1 ? (first?.id ?? null) : null,
    records: content ? records : null,
  };
}
