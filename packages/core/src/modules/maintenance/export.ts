import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EngineParts } from '../../bank/core.js';
import { Actor, JOURNALED_KINDS, VERBS } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { ResultId, Verdict } from '../../domain/feedback.js';
import { GoalLevel, GoalStatus } from '../../domain/goal.js';
import { EDGE_ROLES, EDGE_STATUSES, ENTITY_TYPES } from '../../domain/graph.js';
import {
  type BankName,
  ConflictId,
  ContextId,
  EntityId,
  GoalId,
  LearnedId,
  MemoryId,
  SessionId,
} from '../../domain/ids.js';
import {
  type BankExport,
  type ExportCounts,
  type ExportOptions,
  type ExportReport,
  PORTABLE_TYPES,
  type PortableRecord,
  type PortableType,
} from '../../domain/import-export.js';
import { inPlainWords } from '../../domain/input.js';
import { MAX_CONTENT, MAX_IMAGES, MEDIA_TYPES, MemoryKind, Source } from '../../domain/memory.js';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { PRECISIONS } from '../../domain/time.js';
import { coversBank, splitBankName } from '../../domain/user-bank.js';
import { wellFormed } from '../../domain/well-formed.js';
import { isRecord, parseJson } from '../../language/parse-json.js';
import { passphraseFor, writeFile } from './backup.js';

/** Version of an export with users' banks; incompatible formats get a new number. */
export const EXPORT_VERSION = 2;
/** Version of an export of a single bank. */
const SINGLE_VERSION = 1;
export const HEADER = 'mneme-export';
export const END = 'end';

const SUM = /,"sum":"([0-9a-f]{16})"\}\s*$/;

/** Whether a text with this beginning is an export. */
export function looksLikeExport(head: string): boolean {
  return head.replace(/^\uFEFF/, '').startsWith(`{"type":"${HEADER}"`);
}

/** Whether the first line of a text has a checksum. A removed checksum cannot be told from one that never existed. */
export function hasChecksum(head: string): boolean {
  return SUM.test(head.split('\n', 1)[0] ?? '');
}

/** One line of an export, ending with a checksum of what precedes it: the first 16 hex digits of its SHA-256. */
export function exportLine(value: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(value).slice(0, -1);
  return `${text},"sum":"${sumOf(text)}"}\n`;
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

type ReadLine =
  | {
      readonly ok: true;
      readonly value: Readonly<Record<string, unknown>>;
      /** Whether a checksum confirms that it is unchanged. */
      readonly checked: boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** Parses a line. One without a checksum may come from anybody. */
export function readExportLine(text: string): ReadLine {
  const json = parseJson(text);
  if (!json.ok)
    return { ok: false, problem: `no valid JSON at column ${json.column}: ${json.reason}` };
  if (!isRecord(json.value)) return { ok: false, problem: 'no JSON object' };
  const sum = SUM.exec(text);
  if (sum === null && 'sum' in json.value)
    return { ok: false, problem: '“sum” is not the last field, or no checksum' };
  if (sum !== null && sumOf(text.slice(0, sum.index)) !== sum[1])
    return { ok: false, problem: 'the line was changed: its checksum does not fit' };
  const { sum: _, ...value } = json.value;
  return { ok: true, value, checked: sum !== null };
}

/** Range of valid dates, in milliseconds before and after 1970. */
const FURTHEST = 8.64e15;
/** Redaction marks may be longer than the text they replace: stored texts may exceed input limits by this factor. */
const ROOM = 8;
/** Maximum base64 length of a vector, above a hundred thousand dimensions. */
const LONGEST_CODE = 1_000_000;

const Share = z.number().min(0).max(1);
const Moment = z.int().min(-FURTHEST).max(FURTHEST);
const Count = z.int().min(0);
const Text = z.string().max(MAX_CONTENT * ROOM);
const Name = z.string().max(200 * ROOM);
const Names = z.array(Name).max(10_000);
const NodeId = z.union([MemoryId, EntityId, ContextId], 'expected the id of a node');

const Period = z.looseObject({ from: Moment, to: Moment });
const Need = z.looseObject({
  terms: Names,
  names: Names,
  asks: Names,
  periods: z.array(Period),
  reasoning: z.enum(REASONING_TYPES),
});
const Evidence = z.looseObject({
  source: Source,
  speaker: Name.nullish(),
  session: SessionId.nullish(),
  turn: Name.nullish(),
  origin: Name.nullish(),
  saidAt: Moment,
});
const Picture = z.looseObject({
  mediaType: z.enum(MEDIA_TYPES),
  width: Count,
  height: Count,
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: z
    .string()
    .max(1_000 * ROOM)
    .nullish(),
  source: z
    .string()
    .max(4_096 * ROOM)
    .nullish(),
});
const Vector = z.looseObject({
  space: Name,
  encoder: Name,
  data: z.base64().max(LONGEST_CODE, 'longer than any code of a memory'),
});
const Said = z.looseObject({ text: Text, at: Moment });
const Fields = z.record(z.string(), z.json());

/** Field values that the rest of the program relies on; the store itself checks presence and basic types. */
const SHAPES: Readonly<Record<PortableType, z.ZodType>> = {
  change: z.looseObject({ verb: z.enum(VERBS), actor: Actor, at: Moment, reason: Text }),
  session: z.looseObject({ id: SessionId, origin: Name.nullish(), startedAt: Moment }),
  context: z.looseObject({ id: ContextId, name: Name, createdAt: Moment }),
  entity: z.looseObject({
    id: EntityId,
    name: Name,
    kind: z.enum(ENTITY_TYPES),
    aliases: Names,
    firstSeenAt: Moment,
  }),
  goal: z.looseObject({
    id: GoalId,
    description: Text,
    level: GoalLevel,
    parent: GoalId.nullish(),
    weight: Share,
    status: GoalStatus,
    createdAt: Moment,
    changedAt: Moment,
    retractedAt: Moment.nullish(),
  }),
  memory: z.looseObject({
    id: MemoryId,
    kind: MemoryKind,
    content: Text,
    language: Name,
    speaker: Name.nullish(),
    session: SessionId.nullish(),
    saidAt: Moment,
    occurredFrom: Moment,
    occurredTo: Moment,
    occurredPrecision: z.enum(PRECISIONS),
    recordedAt: Moment,
    retractedAt: Moment.nullish(),
    retraction: Text.nullish(),
    confidence: Share,
    importance: Share,
    version: z.int().min(1),
    supersededBy: MemoryId.nullish(),
    context: ContextId.nullish(),
    tags: Names,
    metadata: z.record(Name, z.union([Text, z.number(), z.boolean()])),
    provenance: z.array(Evidence).min(1),
    dates: z.array(Period.extend({ text: Text })),
    images: z.array(Picture).max(MAX_IMAGES).optional(),
    quarantine: z
      .looseObject({
        status: z.enum(['held', 'rejected']),
        score: z.number(),
        reasons: z.array(Text),
      })
      .nullish(),
    vectors: z.array(Vector).optional(),
  }),
  claim: z.looseObject({
    key: Text,
    memory: MemoryId,
    claim: z.looseObject({ subject: Text, claim: z.looseObject({ slot: Text }) }),
  }),
  edge: z.looseObject({
    source: NodeId,
    role: z.enum(Object.keys(EDGE_ROLES) as [keyof typeof EDGE_ROLES]),
    target: NodeId,
    label: Name,
    status: z.enum(EDGE_STATUSES),
    weight: Share,
    confidence: Share,
    evidence: MemoryId.nullish(),
  }),
  conflict: z.looseObject({
    id: ConflictId,
    record: z.looseObject({ id: ConflictId, older: MemoryId, newer: MemoryId }),
  }),
  vote: z.looseObject({ id: ResultId, memory: MemoryId, verdict: Verdict, at: Moment, need: Need }),
  learned: z.looseObject({
    id: LearnedId,
    record: z.looseObject({ id: LearnedId, body: z.looseObject({}) }),
  }),
  before: z.looseObject({ kind: z.enum(JOURNALED_KINDS), id: Text, image: Fields.nullable() }),
  removed: z.looseObject({ id: Text, row: Fields }),
  workingMemory: z.looseObject({
    session: SessionId,
    changedAt: Moment,
    data: z.looseObject({ session: SessionId, events: z.array(Said), turns: z.array(Said) }),
  }),
  sealed: z.looseObject({ token: Name, kind: Name }),
  recall: z.looseObject({ at: Moment, need: Need, delivered: z.array(MemoryId) }),
};

type CheckedRecord =
  | { readonly ok: true; readonly record: PortableRecord }
  | { readonly ok: false; readonly problem: string };

export function checkRecord(raw: Readonly<Record<string, unknown>>): CheckedRecord {
  const value = wellFormed(raw);
  const type = PORTABLE_TYPES.find((known) => known === value['type']);
  if (type === undefined)
    return { ok: false, problem: `type: ${JSON.stringify(value['type'])} is no type of record` };
  const issue = SHAPES[type].safeParse(value, { error: inPlainWords }).error?.issues[0];
  return issue === undefined
    ? { ok: true, record: value as PortableRecord }
    : { ok: false, problem: `${issue.path.join('.')}: ${issue.message}` };
}

/**
 * Writes a bank, followed by those of its users, as lines of JSON into a new file. Throws `conflict` if the file
 * exists, `invalid_input`, `interrupted`, `disk_full`.
 */
export async function exportToFile(
  path: string,
  bank: BankName,
  options: ExportOptions,
  parts: EngineParts,
): Promise<ExportReport> {
  const { overwrite = false, encrypt } = options;
  const passphrase = passphraseFor(encrypt, parts);
  await parts.files.assertFree(path, { overwrite });
  const users = await usersOf(bank, parts);
  const records: Partial<Record<PortableType, number>> = {};
  const lines = linesOf([bank, ...users], options, parts, (counts) => {
    for (const [type, count] of Object.entries(counts))
      records[type as PortableType] = (records[type as PortableType] ?? 0) + count;
  });
  const bytes = await writeFile(parts.files, path, encoded(lines), { passphrase, overwrite });
  return { path, bank, users: users.length, bytes, encrypted: passphrase !== undefined, records };
}

/** The lines that {@link exportToFile} writes, page by page. */
export async function* exportLines(
  bank: BankName,
  options: ExportOptions,
  parts: Pick<EngineParts, 'store' | 'clock' | 'within'>,
): AsyncGenerator<string, void, undefined> {
  yield* linesOf([bank, ...(await usersOf(bank, parts))], options, parts, () => undefined);
}

/** The non-empty banks of a bank's users, by name; none for a user's own bank. */
async function usersOf(
  bank: BankName,
  { store, within }: Pick<EngineParts, 'store' | 'within'>,
): Promise<BankName[]> {
  const all = await store.banks();
  return all
    .filter(
      ({ name, sequence }) =>
        sequence > 0 &&
        name !== bank &&
        splitBankName(name).bank === bank &&
        coversBank(within, name),
    )
    .map(({ name }) => name)
    .sort((one, other) => (one < other ? -1 : 1));
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const text of texts) yield Buffer.from(text);
}

/** One section per bank, each with a header and an end line. */
async function* linesOf(
  banks: readonly BankName[],
  { signal, onProgress }: ExportOptions,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
  tell: (counts: ExportCounts) => void,
): AsyncGenerator<string, void, undefined> {
  let [before, total] = [0, 0];
  for (const [at, bank] of banks.entries()) {
    // Anything that may fail comes before the store's read transaction.
    const exportedAt = clock.now();
    const told = await store.exportBank(bank);
    const counts = present(told.counts);
    tell(counts);
    const own = Object.values(counts).reduce((sum, count) => sum + count, 0);
    total += own;
    const users = at === 0 ? banks.length - 1 : 0;
    yield* sectionOf(told, { exportedAt, users, signal }, (done) =>
      onProgress?.(before + done, total),
    );
    before += own;
  }
}

interface Section {
  readonly exportedAt: number;
  /** Number of user sections that follow. */
  readonly users: number;
  readonly signal: AbortSignal | undefined;
}

async function* sectionOf(
  { bank, fileVersion, counts, records }: BankExport,
  { exportedAt, users, signal }: Section,
  onDone: (done: number) => void,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  try {
    yield exportLine({
      type: HEADER,
      // Programs that cannot read user sections must refuse, rather than stop after the first
      // section.
      version: users === 0 ? SINGLE_VERSION : EXPORT_VERSION,
      fileVersion,
      exportedAt,
      bank,
      records: present(counts),
      ...(users === 0 ? {} : { users }),
    });
    for await (const page of records) {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'Stopped; nothing is left of the export.', {
          hint: 'Run it again.',
        });
      yield page.map(exportLine).join('');
      done += page.length;
      onDone(done);
      // Rows arrive synchronously, so yield to the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield exportLine({ type: END, lines: done + 2 });
  } finally {
    await records.return();
  }
}

function present(counts: BankExport['counts']): ExportCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
