import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  closingStream,
  type ImportFormat,
  READER_NAMES,
  type ReaderName,
  REPORTED_FORMATS,
} from '@mneme/core/domain/import-export.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import type { Source } from '@mneme/core/domain/memory.js';
import { addRedactions, RedactedEntry } from '@mneme/core/domain/privacy.js';
import type { BatchReceipt } from '@mneme/core/domain/receipt.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import type { OpenedText } from '@mneme/core/ports/system.js';
import { claudeMem, mcpMemory } from './formats/agent-memories.js';
import { locomo, longMemEval } from './formats/benchmark-data-sets.js';
import { chatJson, chatJsonl } from './formats/chat-json.js';
import { chatGpt } from './formats/chatgpt.js';
import { claudeAi } from './formats/claude-ai.js';
import { claudeCode } from './formats/claude-code.js';
import { csv } from './formats/csv.js';
import { hindsight, mem0, zep } from './formats/fact-stores.js';
import { letta } from './formats/letta.js';
import { markdown } from './formats/markdown.js';
import { mbox } from './formats/mbox.js';
import { obsidian } from './formats/obsidian.js';
import { plainText } from './formats/plain-text.js';
import { slack } from './formats/slack.js';
import { whatsapp } from './formats/whatsapp.js';
import type { ImportItem, ImportReader, SkipReason } from './item.js';

const BY_NAME: Readonly<Record<ReaderName, ImportReader>> = Object.freeze({
  'claude-code': claudeCode,
  'mcp-memory': mcpMemory,
  chatgpt: chatGpt,
  'claude-ai': claudeAi,
  slack,
  'claude-mem': claudeMem,
  letta,
  zep,
  hindsight,
  mem0,
  locomo,
  longmemeval: longMemEval,
  'chat-json': chatJson,
  'chat-jsonl': chatJsonl,
  mbox,
  csv,
  obsidian,
  markdown,
  whatsapp,
  text: plainText,
});

/** All import formats, in the order in which they are tried: plain text, which accepts everything, comes last. */
export const READERS: readonly ImportReader[] = Object.freeze(
  READER_NAMES.map((name) => BY_NAME[name]),
);

/**
 * Selects the reader of a file: by extension; where several share it or none has it, by its first characters; failing
 * that, the most general reader of the extension.
 */
export function chooseReader(path: string, head: string): ImportReader {
  const lower = path.toLowerCase();
  const byEnding = READERS.filter(({ extensions }) =>
    extensions.some((extension) => lower.endsWith(extension)),
  );
  if (byEnding.length === 1 && byEnding[0] !== undefined) return byEnding[0];
  const looksRight = (reader: ImportReader): boolean => reader.looksLike(path, head);
  const told = byEnding.find(looksRight);
  // JSON covers many formats under one extension; for documents, the extension decides.
  const isDocument =
    byEnding.length > 0 && !byEnding.some(({ extensions }) => extensions.includes('.json'));
  if (isDocument && !byEnding.some(({ extensions }) => extensions.includes('.jsonl')))
    return told ?? byEnding.at(-1) ?? plainText;
  return (
    told ??
    READERS.find((reader) => reader !== plainText && looksRight(reader)) ??
    byEnding.at(-1) ??
    plainText
  );
}

/** The reader of that name. Throws `invalid_input` listing the names. */
export function readerNamed(name: string): ImportReader {
  const reader = READERS.find((candidate) => candidate.name === name);
  if (reader !== undefined) return reader;
  throw new MnemeError(
    'invalid_input',
    `format: there is no reader named ${JSON.stringify(name)}.`,
    {
      field: 'format',
      value: name,
      hint: `Choose one of ${READER_NAMES.join(', ')}.`,
    },
  );
}

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly items: number;
}

export interface ImportOptions {
  /** Format of the text. Default: detected from the name and the first lines. */
  readonly format?: ImportFormat;
  /** Skips and counts lines that cannot be read. Default: stops at the first. */
  readonly skipBad?: boolean;
  /** Name stored in the provenance. Default: the file's name. */
  readonly origin?: string;
  /** Source of entries that do not state it. Default: the user. */
  readonly source?: Source;
  /** The one sample to read of a data set with several. */
  readonly sample?: string;
  /** Also restores the settings of a bank's export: guard, redaction, reflection. Default: false. */
  readonly settings?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops between commits; what was committed stays, and is recognised on the next run. */
  readonly signal?: AbortSignal;
}

const importReportShape = z.strictObject({
  path: z.string(),
  format: z.enum(REPORTED_FORMATS),
  /** Number of inputs by outcome. */
  outcomes: z.record(
    z.enum(['remembered', 'reinforced', 'known', 'recalled', 'quarantined'] as const),
    z.number(),
  ),
  /** Number of entries that are no memory, such as system prompts. */
  skipped: z.number(),
  /** Number of entries left out, by reason in words. */
  leftOut: z.record(z.string(), z.number()),
  /** Lines that could not be read, the first 100. */
  bad: z.array(
    z.strictObject({
      line: z.number(),
      message: z.string(),
    }),
  ),
  badCount: z.number(),
  /** Number of redactions by kind; never a value. */
  redacted: z.record(z.string(), z.number()),
  /** Where they were made, the first 100. */
  redactedAt: z.array(RedactedEntry),
  /** Parts of an export that were not imported, in words. */
  notTaken: z.array(z.string()),
  sequence: z.number(),
});
export interface ImportReport extends Of<typeof importReportShape> {}
export const ImportReport: SchemaOf<ImportReport, typeof importReportShape> = importReportShape;

/** A report to be filled in. */
export function emptyReport(path: string, format: ImportReport['format']) {
  const report: z.output<typeof importReportShape> = {
    path,
    format,
    outcomes: { remembered: 0, reinforced: 0, known: 0, recalled: 0, quarantined: 0 },
    skipped: 0,
    leftOut: {},
    bad: [],
    badCount: 0,
    redacted: {},
    redactedAt: [],
    notTaken: [],
    sequence: 0,
  };
  return report;
}

/** Inputs per commit: large enough to amortise its cost, small enough that an interruption loses little work. */
const BATCH = 128;
const HEAD = 4_096;
/** Maximum number of lines that a report names. */
export const MAX_REPORTED = 100;

export type Write = (inputs: readonly RememberInput[]) => Promise<BatchReceipt>;

/**
 * Reads a text as memories and writes them in batches, one commit each. Throws `malformed_import`, `interrupted`, and
 * the errors of `write`.
 */
export async function importText(
  path: string,
  text: OpenedText,
  options: TextOptions,
  write: Write,
): Promise<ImportReport> {
  const peeked = await peek(text.chunks);
  try {
    return await importPeeked(path, { ...text, ...peeked }, options, write);
  } finally {
    await peeked.chunks.return();
  }
}

type TextOptions = ImportOptions & {
  readonly reader?: ImportReader<ImportFormat>;
  readonly names?: ReadonlyMap<string, string>;
};

async function importPeeked(
  path: string,
  { head, chunks, ...text }: OpenedText & { readonly head: string },
  options: TextOptions,
  write: Write,
): Promise<ImportReport> {
  const reader =
    options.reader ??
    (options.format === undefined ? chooseReader(path, head) : readerNamed(options.format));
  const tally = new Tally(path, reader.name);
  const origin = options.origin ?? path.replace(/^.*[/\\]/, '');
  let batch: Read[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) tally.wrote(batch, await write(batch.map(({ input }) => input)));
    batch = [];
    options.onProgress?.({ bytes: tally.bytes, totalBytes: text.bytes, items: tally.items });
    assertNotStopped(options.signal, tally);
  };
  const { sample, names } = options;
  const readOptions = { origin, fallbackTime: text.modifiedAt, sample, names };
  for await (const item of reader.read(chunks, readOptions)) {
    const input = tally.take(item, options.skipBad === true);
    if (input !== null)
      batch.push({
        line: item.line,
        entry: tally.items,
        input:
          options.source === undefined || input.source !== undefined
            ? input
            : { ...input, source: options.source },
      });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return tally.report;
}

function assertNotStopped(signal: AbortSignal | undefined, tally: Tally): void {
  if (signal?.aborted !== true) return;
  throw new MnemeError('interrupted', `Stopped after ${tally.items} entries; they are kept.`, {
    hint: 'Run the same import again: what is there already is passed over.',
  });
}

/** An entry waiting for its batch. */
interface Read {
  readonly line: number;
  readonly entry: number;
  readonly input: RememberInput;
}

/** The wording of each skip reason in reports. */
const LEFT_OUT: Readonly<Record<SkipReason, string>> = {
  'system prompt': 'instructions to a model',
  'no text': 'entries without words',
  'tool output': 'what tools were asked and answered',
  bookkeeping: 'records that a program keeps',
  'other branch': 'answers that were asked for anew, and messages edited since',
  notice: 'notices of the program',
  attachment: 'pictures, recordings and files without their text',
};

/** Counts the items read and their outcomes. */
class Tally {
  bytes = 0;
  items = 0;
  readonly report: ReturnType<typeof emptyReport>;

  constructor(path: string, format: ImportFormat) {
    this.report = emptyReport(path, format);
  }

  take(item: ImportItem, skipBad: boolean): RememberInput | null {
    this.bytes += item.bytes;
    this.items++;
    if (!item.ok) {
      if (!skipBad) throw item.error;
      const { bad } = this.report;
      this.report.badCount++;
      if (bad.length < MAX_REPORTED) bad.push({ line: item.line, message: item.error.message });
      return null;
    }
    if (!('skipped' in item)) return item.input;
    this.report.skipped++;
    const { leftOut } = this.report;
    const why = LEFT_OUT[item.skipped];
    leftOut[why] = (leftOut[why] ?? 0) + 1;
    return null;
  }

  wrote(batch: readonly Read[], { receipts, sequence }: BatchReceipt): void {
    const { report } = this;
    report.sequence = sequence;
    for (const [at, { outcome, redacted }] of receipts.entries()) {
      report.outcomes[outcome]++;
      const read = batch[at];
      if (read === undefined || Object.keys(redacted).length === 0) continue;
      report.redacted = addRedactions(report.redacted, redacted);
      const { line, entry } = read;
      if (report.redactedAt.length < MAX_REPORTED)
        report.redactedAt.push({ line, entry, redacted });
    }
  }
}

/** Reads the first characters, to detect the format, and returns them with the whole text. */
export async function peek(
  chunks: AsyncIterable<string>,
): Promise<{ head: string; chunks: AsyncGenerator<string, void, undefined> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = '';
  let done = false;
  while (head.length < HEAD && !done) {
    const next = await iterator.next();
    if (next.done === true) done = true;
    else head += next.value;
  }
  async function* whole(): AsyncGenerator<string, void, undefined> {
    if (head !== '') yield head;
    while (!done) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  // Closes the source even if the caller stops reading early.
  const chunksOfAll = closingStream(whole(), () => iterator.return?.());
  return { head: head.slice(0, HEAD), chunks: chunksOfAll };
}
