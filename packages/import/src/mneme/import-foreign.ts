import { MnemeError } from '@mneme/core/domain/errors.js';
import { expiryOf } from '@mneme/core/domain/memory-times.js';
import type { PortableType } from '@mneme/core/domain/import-export.js';
import { REFLECTED_TAG } from '@mneme/core/domain/reflection.js';
import { RESERVED_TAGS } from '@mneme/core/domain/ids.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { OpenedText } from '@mneme/core/ports/system.js';
import { importText, type ImportOptions, type ImportReport, type Write } from '../import-text.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type Place,
  type ReadOptions,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import { readLines, type Line } from '../read-document.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  END,
  EXPORT_VERSION,
  HEADER,
  looksLikeExport,
  readExportLine,
} from '@mneme/core/modules/maintenance/index.js';

/** Origin of its memories, whatever the file is called. */
const ORIGIN = 'import';
/** Maximum length of a metadata value. */
const LONGEST_VALUE = 2_000;

type Reading = ReadOptions & { readonly now: Instant };

/** Parts of an untrusted export that are not imported. */
interface NotTaken {
  settings: boolean;
  readonly counts: Map<string, number>;
}

/**
 * Imports the memories of an export as untrusted text: subject to the guard and the bank's privacy, merged with its
 * other memories, as in any import. Their source is the web unless the importer names another `source`; ids, history,
 * links, goals, settings and trust are dropped.
 */
export async function importUntrusted(
  path: string,
  text: OpenedText,
  options: ImportOptions & { readonly why: string; readonly now: Instant },
  write: Write,
): Promise<ImportReport> {
  const left: NotTaken = { settings: false, counts: new Map() };
  const report = await importText(
    path,
    text,
    {
      ...options,
      source: options.source ?? 'web',
      origin: ORIGIN,
      reader: readerInto(left, options.now),
    },
    write,
  );
  return {
    ...report,
    notTaken: [
      `what it says of itself, as ${options.why}: its memories are texts from the ${options.source ?? 'web'}`,
      ...(left.settings ? ['the settings of its bank'] : []),
      ...[...left.counts].map(([what, count]) => `${count} ${what}`),
    ],
  };
}

function readerInto(left: NotTaken, now: Instant): ImportReader<'mneme'> {
  return {
    name: 'mneme',
    describes: 'A bank’s export that somebody else brings.',
    extensions: ['.jsonl'],
    looksLike: () => true,
    async *read(chunks, options) {
      let headers = 0;
      for await (const line of readLines(chunks)) {
        if (looksLikeExport(line.text)) headers++;
        const item = headers > 1 ? ofUser(line, left) : readLine(line, { ...options, now }, left);
        if (item !== null) yield item;
      }
    },
  };
}

const OF_USERS = 'memories of users';

/** Sections of users are skipped: their content belongs in no other bank. */
function ofUser({ number, bytes, text }: Line, { counts }: NotTaken): ImportItem {
  if (looksLikeExport(text)) counts.set(OF_USERS, (counts.get(OF_USERS) ?? 0) + 1);
  return skipped({ line: number, bytes }, 'bookkeeping');
}

function readLine(line: Line, options: Reading, left: NotTaken): ImportItem | null {
  const place = { line: line.number, bytes: line.bytes };
  if (line.text.trim() === '') return null;
  const read = line.tooLong
    ? ({ ok: false, problem: 'the line is too long' } as const)
    : readExportLine(line.text);
  if (!read.ok)
    return malformed(place, {
      problem: read.problem,
      hint: 'Mend the line, or take it out, or go on without such lines by --skip-bad.',
    });
  const { value } = read;
  if (value['type'] === HEADER) return readHeader(value, left);
  if (value['type'] === END) return null;
  const why = reasonAgainst(value, options.now);
  if (why === null) return memoryItem(value, place, options);
  left.counts.set(why, (left.counts.get(why) ?? 0) + 1);
  return skipped(place, 'bookkeeping');
}

function readHeader(value: Readonly<Record<string, unknown>>, left: NotTaken): null {
  const { version, bank } = value;
  if (typeof version === 'number' && version > EXPORT_VERSION) throw newerVersion(version);
  left.settings =
    isRecord(bank) && isRecord(bank['settings']) && Object.keys(bank['settings']).length > 0;
  return null;
}

export function newerVersion(version: number): MnemeError {
  return new MnemeError(
    'newer_version',
    `The export is of version ${version}; this Mneme reads up to ${EXPORT_VERSION}.`,
    { field: 'path', hint: 'Upgrade Mneme: `npm install mneme@latest`.' },
  );
}

/** Names of other record types in the report. */
const CALLED: Readonly<Partial<Record<PortableType, string>>> = {
  change: 'changes of its journal',
  goal: 'goals',
  vote: 'votes',
  learned: 'records of what was learned',
  sealed: 'sealed values',
  workingMemory: 'sessions’ notes',
};
/** Records derived from the memories. */
const READ_ANEW = 'links, names and other records that are read anew';

/** Why a record is not imported; null for one that is. */
function reasonAgainst(value: Readonly<Record<string, unknown>>, now: Instant): string | null {
  const { type, retractedAt, tags } = value;
  if (type !== 'memory') return CALLED[type as PortableType] ?? READ_ANEW;
  if (typeof retractedAt === 'number') return 'memories that were forgotten or held back';
  if ((endOf(tags) ?? Infinity) <= now) return 'memories whose time was over';
  return Array.isArray(tags) && tags.includes(REFLECTED_TAG)
    ? 'memories that reflection wrote'
    : null;
}

function memoryItem(
  value: Readonly<Record<string, unknown>>,
  place: Place,
  options: ReadOptions,
): ImportItem {
  const evidence = Array.isArray(value['provenance'])
    ? (value['provenance'] as unknown[]).find(isRecord)
    : undefined;
  const { saidAt, occurredFrom, occurredTo, content, kind, importance } = value;
  return toItem(place, {
    content,
    kind,
    importance,
    saidAt: saidAt ?? options.fallbackTime,
    ...(occurredFrom === saidAt ? {} : { occurredFrom, occurredTo }),
    ...given({ speaker: value['speaker'], session: value['session'] }),
    // Without a turn, the id identifies it on the next import.
    turn: evidence?.['turn'] ?? value['id'],
    origin: shortOrigin(options.origin),
    tags: free(value['tags']),
    ...given({ expiresAt: endOf(value['tags']) }),
    metadata: freeFields(value['metadata']),
  });
}

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Expiry time from the tags. */
const endOf = (tags: unknown): Instant | null =>
  Array.isArray(tags) ? expiryOf(tags.filter((tag) => typeof tag === 'string')) : null;

/** Tags without the reserved ones. Anything but a list is left to the schema to reject. */
function free(tags: unknown): unknown {
  return Array.isArray(tags)
    ? tags.filter((tag) => typeof tag !== 'string' || !tag.startsWith(RESERVED_TAGS))
    : tags;
}

function freeFields(metadata: unknown): unknown {
  if (!isRecord(metadata)) return metadata;
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => !key.startsWith(RESERVED_TAGS))
      .map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value,
      ]),
  );
}
