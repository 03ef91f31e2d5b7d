import { z } from 'zod';
import { MnemeError } from '../../../domain/errors.js';
import { OwnerName } from '../../../domain/owner.js';
import { withDefaults, type BankSettings } from '../../../domain/bank.js';
import { DreamSchedule } from '../../../domain/night.js';
import { ZoneName } from '../../../domain/zone.js';
import { BankName } from '../../../domain/ids.js';
import { EVEN_DISPOSITION } from '../../../domain/disposition.js';
import type {
  BankLoader,
  ImportedBy,
  PortableBank,
  PortableRecord,
} from '../../../domain/portable.js';
import { PRIVACY_LEVELS } from '../../../domain/privacy.js';
import { GUARD_MODES } from '../../../domain/quarantine.js';
import type { OpenedText } from '../../../ports/text-source.js';
import type { Store } from '../../../ports/store.js';
import type { ImportOptions, ImportReport } from '../import-text.js';
import { readLines, type Line } from '../lines.js';
import { malformed } from '../to-item.js';
import { checkRecord } from './check-record.js';
import { END, EXPORT_VERSION, HEADER, readExportLine } from './export-line.js';
import { newerVersion } from './import-foreign.js';

/** Longer than any other format's: one line holds a whole run of an agent. */
const LONGEST_LINE = 64 * 1024 * 1024;
const BATCH = 256;
/** Changes of all banks count on from here: there must be numbers left. */
const LAST_CHANGE = 1e12;
const Leaning = z.int().min(1).max(5);
const MAX_REPORTED = 100;

/** What a bank's settings may be; an export of an earlier version lacks some. */
const Settings = z.strictObject({
  disposition: z
    .strictObject({ scepticism: Leaning, literalism: Leaning, empathy: Leaning })
    .exactOptional(),
  privacy: z.enum(PRIVACY_LEVELS).exactOptional(),
  tokens: z.boolean().exactOptional(),
  guard: z.enum(GUARD_MODES).exactOptional(),
  zone: ZoneName.exactOptional(),
  facts: z.boolean().exactOptional(),
  owner: OwnerName.nullable().exactOptional(),
  dreamAt: DreamSchedule.exactOptional(),
  clearAfterDays: z.int().min(0).exactOptional(),
  clearBelow: z.number().min(0).max(1).exactOptional(),
  reflectedUpTo: z.int().min(0).exactOptional(),
  // Of a bank that was restored. One that is deleted is not exported.
  deletedAt: z.null().exactOptional(),
});

const Header = z.looseObject({
  type: z.literal(HEADER),
  version: z.int(),
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
  /** Who puts it back, where the journal is to say so. */
  readonly by: ImportedBy | null;
}

interface Waiting {
  readonly line: number;
  readonly record: PortableRecord;
}

/**
 * Takes an exported bank in, whole: nothing shows before the last line was read, and what is stopped leaves nothing. Where the bank
 * holds all of it already, nothing is added. Throws `malformed_import` naming the line, `newer_version`, `interrupted`, and `conflict`
 * for a bank that holds anything else.
 */
export async function importExport(
  path: string,
  text: OpenedText,
  options: ExportImportOptions,
  bank: BankName,
  store: Ports,
): Promise<ImportReport> {
  const lines = readLines(text.chunks, LONGEST_LINE)[Symbol.asyncIterator]();
  const first = await lines.next();
  const head = readHeader(first.done === true ? undefined : first.value);
  const empty = ((await store.bank(bank))?.sequence ?? 0) === 0;
  const { taken, left } = settingsTaken(head.settings, options.settings === true);
  const loader = empty ? await store.loadBank(bank, { ...head, settings: taken }) : null;
  const run = new Run(
    options,
    text.bytes,
    first.done === true ? 0 : first.value.bytes,
    (records) => (loader === null ? missingAll(store, bank, records) : loader.put(records)),
  );
  try {
    for (let next = await lines.next(); next.done !== true; next = await lines.next())
      await run.take(next.value);
    await run.end();
    await loader?.finish({ mend: run.badCount > 0, by: options.by });
  } catch (error) {
    await abandon(loader);
    throw error;
  }
  return {
    path,
    format: 'mneme',
    outcomes: {
      remembered: 0,
      reinforced: 0,
      known: 0,
      recalled: 0,
      quarantined: 0,
      [empty ? 'remembered' : 'known']: run.memories,
    },
    skipped: 0,
    leftOut: {},
    bad: run.bad,
    badCount: run.badCount,
    redacted: {},
    redactedAt: [],
    notTaken: empty ? left : [],
    sequence: (await store.bank(bank))?.sequence ?? 0,
  };
}

type SettingsOf = z.output<typeof Settings>;

/** How far a bank was reflected on is of its memories; how it is set up is decided by who administers it. */
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

/** The first failure is the one to tell of: what cannot be swept away now is swept by the next import. */
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

function readHeader(line: Line | undefined): z.output<typeof Header>['bank'] {
  const read = readExportLine(line?.text ?? '');
  const parsed = read.ok ? Header.safeParse(read.value) : null;
  if (parsed?.success !== true) {
    const issue = parsed?.error.issues[0];
    throw fault(
      1,
      read.ok ? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` : read.problem,
      'An export begins with its header; without it nothing can be taken in.',
    );
  }
  if (parsed.data.version > EXPORT_VERSION) throw newerVersion(parsed.data.version);
  return parsed.data.bank;
}

function fault(
  line: number,
  problem: string,
  hint = 'Mend the line, or take it out, or go on without such lines by --skip-bad.',
): MnemeError {
  return malformed({ line, bytes: 0 }, { problem, hint }).error;
}

/** Reads line after line and hands records on in batches. */
class Run {
  memories = 0;
  badCount = 0;
  readonly bad: { line: number; message: string }[] = [];
  #bytes: number;
  #records = 0;
  #ended: number | null = null;
  #last = 1;
  #waiting: Waiting[] = [];

  constructor(
    private readonly options: ExportImportOptions,
    private readonly totalBytes: number,
    headerBytes: number,
    private readonly put: (records: readonly PortableRecord[]) => ReturnType<BankLoader['put']>,
  ) {
    this.#bytes = headerBytes;
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

  /** Writes the rest, and sees that nothing was cut off. */
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
