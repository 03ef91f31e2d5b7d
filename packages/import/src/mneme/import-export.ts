import { z } from 'zod';
import {
  type BankSettings,
  EVEN_DISPOSITION,
  OwnerName,
  withDefaults,
} from '@mneme/core/domain/bank.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { BankName } from '@mneme/core/domain/ids.js';
import type {
  BankLoader,
  ImportedBy,
  PortableBank,
  PortableRecord,
} from '@mneme/core/domain/import-export.js';
import { DreamSchedule } from '@mneme/core/domain/night.js';
import { GUARD_MODES, PRIVACY_LEVELS } from '@mneme/core/domain/privacy.js';
import { ZoneName } from '@mneme/core/domain/time.js';
import { splitBankName, userBank } from '@mneme/core/domain/user-bank.js';
import {
  checkRecord,
  END,
  EXPORT_VERSION,
  HEADER,
  looksLikeExport,
  readExportLine,
} from '@mneme/core/modules/maintenance/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { OpenedText } from '@mneme/core/ports/system.js';
import {
  emptyReport,
  type ImportOptions,
  type ImportReport,
  MAX_REPORTED,
} from '../import-text.js';
import { malformed } from '../item.js';
import { newerVersion } from './import-foreign.js';
import { type Line, readLines } from '../read-document.js';

/** Larger than any other format's: one line holds a whole run of an agent. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Record type in exports of earlier versions: derived data that is no longer used. */
const PASSED_OVER = 'purposeSample';
const BATCH = 256;

/** The error for a line of an export. */
function fault(
  line: number,
  problem: string,
  hint = 'Mend the line, or take it out, or go on without such lines by --skip-bad.',
): MnemeError {
  return malformed({ line, bytes: 0 }, { problem, hint }).error;
}

interface Waiting {
  readonly line: number;
  readonly record: PortableRecord;
}

/** Reads an export section line by line and passes records on in batches. */
class SectionReader {
  memories = 0;
  badCount = 0;
  readonly bad: { line: number; message: string }[] = [];
  #bytes: number;
  #records = 0;
  #ended: number | null = null;
  #last = 1;
  #waiting: Waiting[] = [];

  constructor(
    private readonly options: ImportOptions,
    private readonly totalBytes: number,
    headerBytes: number,
    private readonly put: (records: readonly PortableRecord[]) => ReturnType<BankLoader['put']>,
  ) {
    this.#bytes = headerBytes;
  }

  /** Bytes read, up to and including the last line. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of its last non-blank line. */
  get last(): number {
    return this.#last;
  }

  /** Whether the final line was read. */
  get isOver(): boolean {
    return this.#ended !== null;
  }

  async take(line: Line): Promise<void> {
    this.#bytes += line.bytes;
    if (line.text.trim() === '' && !line.tooLong) return;
    this.#last = line.number;
    if (this.#ended !== null)
      return this.#refuse(line.number, 'it stands behind the end of the export');
    const read = line.tooLong
      ? ({ ok: false, problem: `the line is longer than ${LONGEST_LINE} characters` } as const)
      : readExportLine(line.text);
    if (!read.ok) return this.#refuse(line.number, read.problem);
    if (read.value['type'] === END) {
      this.#ended = Number(read.value['lines']);
      return;
    }
    if (read.value['type'] === PASSED_OVER && read.checked) {
      this.#records++;
      return;
    }
    const checked = checkRecord(read.value);
    if (!checked.ok) return this.#refuse(line.number, checked.problem);
    if (!read.checked)
      return this.#refuse(
        line.number,
        'it has no checksum, as every line of an export has that is put back as it was; without one in its first line the file is taken in as text of others',
      );
    this.#waiting.push({ line: line.number, record: checked.record });
    if (this.#waiting.length >= BATCH) await this.#flush();
  }

  /** Writes the rest, and checks that nothing was cut off. */
  async end(): Promise<void> {
    await this.#flush();
    const lines = this.#records + this.badCount + 2;
    if (this.#ended === null)
      this.#refuse(this.#last + 1, 'the export is cut off: its last line is missing');
    else if (this.#ended !== lines)
      this.#refuse(this.#last, `the export had ${this.#ended} lines, and ${lines} are there`);
  }

  async #flush(): Promise<void> {
    if (this.options.signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped; nothing was taken in.', {
        hint: 'Run the import again.',
      });
    const batch = this.#waiting;
    this.#waiting = [];
    const refused = new Map(
      (await this.put(batch.map(({ record }) => record))).map(({ at, message }) => [at, message]),
    );
    for (const [at, { line, record }] of batch.entries()) {
      const message = refused.get(at);
      if (message !== undefined) this.#refuse(line, message);
      else {
        this.#records++;
        if (record.type === 'memory') this.memories++;
      }
    }
    this.options.onProgress?.({
      bytes: this.#bytes,
      totalBytes: this.totalBytes,
      items: this.#records,
    });
  }

  #refuse(line: number, problem: string): void {
    const error = fault(line, problem);
    if (this.options.skipBad !== true) throw error;
    this.badCount++;
    if (this.bad.length < MAX_REPORTED) this.bad.push({ line, message: error.message });
  }
}

/** Highest sequence number accepted: later changes of all banks count on from it. */
const LAST_CHANGE = 1e12;
/** Limit of users in an export's header. */
const MAX_USERS = 10_000_000;
const Leaning = z.int().min(1).max(5);

/** Settings of an exported bank; earlier versions lack some. */
const Settings = z.strictObject({
  disposition: z
    .strictObject({ scepticism: Leaning, literalism: Leaning, empathy: Leaning })
    .exactOptional(),
  privacy: z.enum(PRIVACY_LEVELS).exactOptional(),
  tokens: z.boolean().exactOptional(),
  guard: z.enum(GUARD_MODES).exactOptional(),
  zone: ZoneName.exactOptional(),
  reading: z.boolean().exactOptional(),
  // Name in exports of earlier versions.
  facts: z.boolean().exactOptional(),
  owner: OwnerName.nullable().exactOptional(),
  dreamAt: DreamSchedule.exactOptional(),
  clearAfterDays: z.int().min(0).exactOptional(),
  clearBelow: z.number().min(0).max(1).exactOptional(),
  reflectedUpTo: z.int().min(0).exactOptional(),
  // Of a restored bank. Deleted banks are not exported.
  deletedAt: z.null().exactOptional(),
});

const Header = z.looseObject({
  type: z.literal(HEADER),
  version: z.int(),
  users: z.int().min(0).max(MAX_USERS).default(0),
  bank: z.object({
    name: BankName,
    createdAt: z.int(),
    encoder: z.string().min(1).max(200),
    sequence: z.int().min(0).max(LAST_CHANGE),
    settings: Settings,
  }),
});

const UNSET = withDefaults({});

type Ports = Pick<Store, 'bank' | 'loadBank' | 'missing'>;

interface ExportImportOptions extends ImportOptions {
  /** Who restores it, if the journal is to record that. */
  readonly by: ImportedBy | null;
}

/**
 * Restores an exported bank, with the banks of its users: atomic, visible only after the last line was read. Where
 * the bank already holds all of it, nothing is added. Throws `malformed_import` naming the line, `newer_version`,
 * `interrupted`, and `conflict` for a bank with other content.
 */
export async function importExport(
  path: string,
  text: OpenedText,
  options: ExportImportOptions,
  bank: BankName,
  store: Ports,
): Promise<{ readonly report: ImportReport; readonly users: readonly BankName[] }> {
  const sections: Section[] = [];
  try {
    for await (const line of readLines(text.chunks, LONGEST_LINE)) {
      const current = sections.at(-1);
      if (current === undefined || (current.run.isOver && looksLikeExport(line.text)))
        sections.push(await openSection(line, { text, options, bank, store, before: sections }));
      else await current.run.take(line);
    }
    if (sections.length === 0) readHeader(undefined);
    for (const { run } of sections) await run.end();
    assertAll(sections, options);
    for (const { loader, run } of sections)
      await loader?.finish({ mend: run.badCount > 0, by: options.by });
  } catch (error) {
    for (const { loader } of sections) await abandon(loader);
    throw error;
  }
  return {
    report: reportOf(path, sections, (await store.bank(bank))?.sequence ?? 0),
    users: sections.slice(1).map((section) => section.bank),
  };
}

/** One bank of an export: the bank itself, or a user's. */
interface Section {
  readonly bank: BankName;
  readonly loader: BankLoader | null;
  readonly run: SectionReader;
  /** Number of user sections announced by the first one. */
  readonly users: number;
  /** Settings of the export that are not restored. */
  readonly left: readonly string[];
}

async function openSection(
  line: Line,
  {
    text,
    options,
    bank,
    store,
    before,
  }: {
    readonly text: OpenedText;
    readonly options: ExportImportOptions;
    readonly bank: BankName;
    readonly store: Ports;
    readonly before: readonly Section[];
  },
): Promise<Section> {
  const { bank: head, users } = readHeader(line);
  const { userId } = splitBankName(head.name);
  const isUsers = before.length > 0;
  if (isUsers && userId === null) throw fault(line.number, 'a second bank begins, of no user');
  const name = isUsers ? BankName.parse(userBank(bank, userId)) : bank;
  if (before.some((section) => section.bank === name))
    throw fault(line.number, 'the same bank begins a second time');
  const empty = ((await store.bank(name))?.sequence ?? 0) === 0;
  const { taken, left } = settingsTaken(head.settings, options.settings === true);
  const loader = empty ? await store.loadBank(name, { ...head, settings: taken }) : null;
  const read = (before.at(-1)?.run.bytes ?? 0) + line.bytes;
  return {
    bank: name,
    loader,
    users,
    left: empty ? left : [],
    run: new SectionReader(options, text.bytes, read, (records) =>
      loader === null ? missingAll(store, name, records) : loader.put(records),
    ),
  };
}

/** Detects truncation that removed whole sections, by the announced number. */
function assertAll([first, ...users]: readonly Section[], { skipBad }: ImportOptions): void {
  if (first === undefined || first.users <= users.length || skipBad === true) return;
  throw fault(
    first.run.last + 1,
    `the export is cut off: it had ${first.users} users, and ${users.length} are there`,
  );
}

function reportOf(path: string, sections: readonly Section[], sequence: number): ImportReport {
  const runs = sections.map(({ run }) => run);
  const memories = (fresh: boolean): number =>
    sections
      .filter(({ loader }) => (loader !== null) === fresh)
      .reduce((sum, { run }) => sum + run.memories, 0);
  const report = emptyReport(path, 'mneme');
  return {
    ...report,
    outcomes: { ...report.outcomes, remembered: memories(true), known: memories(false) },
    bad: runs.flatMap(({ bad }) => bad).slice(0, MAX_REPORTED),
    badCount: runs.reduce((sum, { badCount }) => sum + badCount, 0),
    notTaken: [...new Set(sections.flatMap(({ left }) => left))],
    sequence,
  };
}

type SettingsOf = z.output<typeof Settings>;

/** `reflectedUpTo` belongs to the memories and is always restored; other settings only where an administrator asks. */
function settingsTaken(
  settings: SettingsOf,
  all: boolean,
): { readonly taken: PortableBank['settings']; readonly left: readonly string[] } {
  const { reflectedUpTo, disposition, ...protection } = settings;
  const { scepticism, literalism, empathy } = { ...EVEN_DISPOSITION, ...disposition };
  const told = [
    ...Object.entries(protection)
      .filter(([name, value]) => value !== UNSET[name as keyof BankSettings])
      .map(([name, value]) => `${name} ${value === true ? 'on' : String(value)}`),
    ...([scepticism, literalism, empathy].every((leaning) => leaning === 3)
      ? []
      : [`disposition ${scepticism}/${literalism}/${empathy}`]),
  ];
  return {
    taken: all ? settings : reflectedUpTo === undefined ? {} : { reflectedUpTo },
    left:
      all || told.length === 0
        ? []
        : [`the settings of its bank (${told.join(', ')}): --settings takes them`],
  };
}

/** Errors of the clean-up are ignored, to report the first failure; the next import removes what is left. */
async function abandon(loader: BankLoader | null): Promise<void> {
  await loader?.abandon().catch(() => undefined);
}

async function missingAll(
  store: Ports,
  bank: BankName,
  records: readonly PortableRecord[],
): Promise<readonly never[]> {
  if ((await store.missing(bank, records)) === 0) return [];
  throw new MnemeError('conflict', `Bank ${bank} holds other things than this export.`, {
    field: 'bank',
    value: bank,
    hint: 'Take the export into a bank of its own, with --bank; nothing was changed.',
  });
}

function readHeader(line: Line | undefined): z.output<typeof Header> {
  const read = readExportLine(line?.text ?? '');
  const parsed = read.ok ? Header.safeParse(read.value) : null;
  if (parsed?.success !== true) {
    const issue = parsed?.error.issues[0];
    throw fault(
      line?.number ?? 1,
      read.ok ? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` : read.problem,
      'An export begins with its header; without it nothing can be taken in.',
    );
  }
  if (parsed.data.version > EXPORT_VERSION) throw newerVersion(parsed.data.version);
  return parsed.data;
}
