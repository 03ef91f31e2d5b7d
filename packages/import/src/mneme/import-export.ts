import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  type BankSettings,
  EVEN_DISPOSITION,
  OwnerName,
  withDefaults,
} from '@mneme/core/domain/bank.js';
import { DreamSchedule } from '@mneme/core/domain/night.js';
import { ZoneName } from '@mneme/core/domain/time.js';
import { BankName } from '@mneme/core/domain/ids.js';
import type {
  BankLoader,
  ImportedBy,
  PortableBank,
  PortableRecord,
} from '@mneme/core/domain/import-export.js';
import { splitBankName, userBank } from '@mneme/core/domain/user-bank.js';
import { PRIVACY_LEVELS } from '@mneme/core/domain/privacy.js';
import { GUARD_MODES } from '@mneme/core/domain/quarantine.js';
import type { OpenedText } from '@mneme/core/ports/files.js';
import type { Store } from '@mneme/core/ports/store.js';
import {
  emptyReport,
  MAX_REPORTED,
  type ImportOptions,
  type ImportReport,
} from '../import-text.js';
import { readLines, type Line } from '../read-text.js';
import {
  EXPORT_VERSION,
  HEADER,
  looksLikeExport,
  readExportLine,
} from '@mneme/core/modules/maintenance/index.js';
import { newerVersion } from './import-foreign.js';
import { fault, LONGEST_LINE, SectionReader } from './section-reader.js';

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
