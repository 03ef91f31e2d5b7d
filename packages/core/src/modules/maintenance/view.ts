import type { BankDeleted } from './banks.js';
import type { Diagnosis, FileContents, Statistics } from './diagnostics.js';
import type { BatchReceipt, Receipt } from '../../domain/receipt.js';
import type { ReindexReport } from './reindex.js';
import type { SelfTest } from '../../domain/self-test.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  moment,
  percent,
  shorten,
  size,
  table,
  type TextFormat,
} from '../../format/style.js';
import { typed } from '../../format/typed.js';
import { worthLines } from '../salience/view.js';

/** The receipts of a batch, and the parts of messages that were left out. */
export function renderBatch({ receipts, leftOut = {} }: BatchReceipt): string {
  const left = Object.entries(leftOut).map(([what, count]) => `Left out: ${what} (${count}).`);
  return [...receipts.map(renderReceipt), ...left].join('\n\n');
}

export function renderReceipt(receipt: Receipt): string {
  const WORDS: Readonly<Record<Receipt['outcome'], string>> = {
    remembered: good('Remembered'),
    reinforced: good('Known already; counted as more evidence'),
    known: 'Known already, from this very source; nothing changed',
    recalled: 'Text that this memory delivered itself; not taken in',
    quarantined: bad('Held back until somebody looks at it'),
  };
  const about = [
    receipt.entities.length > 0 ? `names: ${receipt.entities.join(', ')}` : '',
    receipt.dates.length > 0 ? `dates: ${receipt.dates.join('; ')}` : '',
    receipt.edges > 0 ? counted(receipt.edges, 'link') : '',
    ...receipt.notes,
    receipt.parts === undefined ? '' : `parts: ${receipt.parts.join(', ')}`,
  ].filter((part) => part !== '');
  return [
    `${WORDS[receipt.outcome]}: ${receipt.id}`,
    ...about.map((line) => dim(`  ${line}`)),
    ...(receipt.worth === null ? [] : worthLines(receipt.worth).map((line) => dim(`  ${line}`))),
  ].join('\n');
}

export function renderReindex(report: ReindexReport, screen: TextFormat): string {
  const rows = [
    ['vectors made', String(report.made)],
    ['there already', String(report.found)],
    [
      report.refused > 0 ? bad('refused by the embedder') : 'refused by the embedder',
      String(report.refused),
    ],
    ['old vectors dropped', String(report.dropped)],
  ];
  const change =
    report.from === report.to
      ? `is filled by ${report.to}`
      : `was filled by ${report.from} and is filled by ${report.to} now`;
  return [`Bank ${bold(report.bank)} ${change}.`, table(['', ''], rows, screen).trim()].join('\n');
}

export function renderStatistics(statistics: Statistics, screen: TextFormat): string {
  const {
    privacy = 'secrets',
    tokens = false,
    guard = 'quarantine',
    zone = 'UTC',
  } = statistics.bank.settings;
  const rows: [string, string][] = [
    ['memories', String(statistics.memories)],
    ['forgotten', String(statistics.retracted)],
    ['sessions', String(statistics.sessions)],
    ['entities', String(statistics.entities)],
    ['contexts', String(statistics.contexts)],
    ...Object.entries(statistics.edges).map(([family, count]): [string, string] => [
      `${family} links`,
      String(count),
    ]),
    ['changes', String(statistics.changes)],
    ['file', `${size(statistics.bytes)}, ${statistics.bytesPerMemory} bytes a memory`],
    ['encoder', statistics.bank.encoder],
    ['takes out', `${privacy}${tokens ? ', sealed as tokens' : ''}`],
    ['guard', guard],
    ['time zone', zone],
    ...(statistics.owner === null
      ? []
      : [
          [
            'owner',
            `${statistics.owner.name}${statistics.owner.known === 'learned' ? ', learned from what was said; not sure' : ''}`,
          ] as [string, string],
        ]),
  ];
  return [
    `Bank ${bold(statistics.bank.name)}`,
    table(
      ['', ''],
      rows.map(([name, value]) => [dim(name), value]),
      screen,
    ).trim(),
  ].join('\n');
}

export function renderBankDeleted({
  bank,
  memories,
  users,
  restorableUntil,
  unfinished,
  restored,
}: BankDeleted): string {
  const held = `${counted(memories, 'memory', 'memories')}${users === 0 ? '' : `, those of ${counted(users, 'user')} among them`}`;
  if (restored) return `The bank ${bold(bank)} is there again, with ${held}.`;
  if (restorableUntil === null)
    return [
      `The bank ${bold(bank)} is gone for good, with ${held}.`,
      ...(unfinished === null ? [] : [bad(unfinished)]),
    ].join('\n');
  return `The bank ${bold(bank)} is deleted, with ${held}. Until ${moment(restorableUntil)} \`mneme bank delete ${bank} --restore\` brings it back.`;
}

/** Deleted banks that can be restored. */
function deletedLines(deleted: FileContents['deleted']): string[] {
  return deleted.map(({ name, restorableUntil }) =>
    dim(
      `${name} is deleted; \`mneme bank delete ${name} --restore\` until ${moment(restorableUntil)}`,
    ),
  );
}

export function renderBanks(
  { banks, deleted, file, bytes }: FileContents,
  screen: TextFormat,
): string {
  if (banks.length === 0)
    return deleted.length > 0
      ? deletedLines(deleted).join('\n')
      : 'The file holds no bank yet: the first `mneme remember` founds one.';
  const rows = banks.map(
    ({
      name,
      memories,
      retracted,
      entities,
      changes,
      changedAt,
      settings: { privacy, tokens, guard, disposition },
    }) => [
      `${bold(name)}\n${dim(changedAt === null ? 'never changed' : `changed ${moment(changedAt)}`)}`,
      `${counted(memories, 'memory', 'memories')}\n${dim([`${retracted} forgotten`, counted(entities, 'entity', 'entities'), counted(changes, 'change')].join(', '))}`,
      `takes out ${privacy}${tokens ? ', sealed as tokens' : ''}; guard ${guard}\n${dim(`scepticism ${disposition.scepticism}, literalism ${disposition.literalism}, empathy ${disposition.empathy}`)}`,
    ],
  );
  return [
    table(['bank', 'holds', 'policy'], rows, screen, [26, 38, 0]),
    ...deletedLines(deleted),
    dim(`${file}: ${size(bytes)}`),
  ].join('\n');
}

/** Broken notes shown; the others are in the JSON. */
const MAX_BROKEN = 5;
const WAYS: Readonly<Record<keyof SelfTest['ways'], string>> = {
  held_out: 'by a question of the note that it is indexed without',
  named: 'by subject and aspect',
};

/** The page for a person: how well, how sure, and what to mend. */
function selfTestLines(test: SelfTest, screen: TextFormat): string[] {
  const { ways, sureness, broken, notes, bank, seed } = test;
  const asked = Object.values(ways).reduce((sum, way) => sum + way.asked, 0);
  const rows = Object.entries(ways).flatMap(([way, tally]) =>
    tally.asked === 0
      ? []
      : [
          [
            WAYS[way as keyof typeof WAYS],
            String(tally.asked),
            ...[tally.first, tally.amongThree, tally.amongTen].map(percent),
          ],
        ],
  );
  const classes = sureness.map(
    ({ sure, right, asked: count }) => `${percent(sure)} sure, ${percent(right)} right (${count})`,
  );
  return [
    `The bank ${bold(bank)} was asked for ${asked} of ${counted(notes, 'current note')} (seed ${seed}):`,
    ...(rows.length === 0
      ? []
      : [table(['asked', 'questions', 'first', 'in three', 'in ten'], rows, screen).trim()]),
    ...(classes.length === 0 ? [] : [`Of the first result it was ${classes.join('; ')}.`]),
    broken.length === 0
      ? good('No note is lost or misleads.')
      : bad(`${counted(broken.length, 'finding')} on notes that are not found, or mislead:`),
    ...broken
      .slice(0, MAX_BROKEN)
      .flatMap(({ notes: [id = ''], text, why, mend }) => [
        `  ${dim(id)} ${shorten(text, 90)}: ${shorten(why, 200)}`,
        dim(`    ${typed(mend.operation, mend.input)}`),
      ]),
    ...(broken.length > MAX_BROKEN
      ? [dim(`  and ${broken.length - MAX_BROKEN} more (--json)`)]
      : []),
  ];
}

export function renderDiagnosis(diagnosis: Diagnosis, screen: TextFormat): string {
  const parts = Object.entries(diagnosis.parts).map(([part, what]) => [dim(part), what]);
  const verdict = diagnosis.healthy
    ? [good('The file is healthy.')]
    : diagnosis.problems.map(({ what, mend }) => `${bad(what)} ${mend}`);
  const rebuilt =
    diagnosis.rebuilt > 0
      ? [`Words, vectors and indexes of ${diagnosis.rebuilt} memories were made anew.`]
      : [];
  if (diagnosis.recall !== null)
    return [...verdict, ...selfTestLines(diagnosis.recall, screen)].join('\n');
  const notices = diagnosis.notices.map(({ what, mend }) => dim(`${what} ${mend}`));
  return [
    table(['', ''], parts, screen).trim(),
    '',
    ...rebuilt,
    ...diagnosis.mended,
    ...verdict,
    ...notices,
  ].join('\n');
}
