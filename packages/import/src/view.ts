import { redactionsInWords, redactionSummary } from '@mneme/core/domain/privacy.js';
import { bad, bold, dim, table, type TextFormat } from '@mneme/core/format/style.js';
import type { ImportReport } from './import-text.js';

/** Further places are listed only in JSON. */
const MAX_PLACES = 10;

export function renderImport(report: ImportReport, screen: TextFormat): string {
  const { outcomes } = report;
  const rows = [
    ['new', String(outcomes.remembered)],
    ['more evidence for what was known', String(outcomes.reinforced)],
    ['known already', String(outcomes.known)],
    ...(outcomes.quarantined > 0
      ? [[bad('held back until somebody looks: mneme quarantine'), String(outcomes.quarantined)]]
      : []),
    ['left out', String(report.skipped + outcomes.recalled)],
    [report.badCount > 0 ? bad('could not be read') : 'could not be read', String(report.badCount)],
  ];
  const faults = report.bad
    .slice(0, 10)
    .map(({ line, message }) =>
      bad(`  ${message.startsWith(`Line ${line}: `) ? '' : `line ${line}: `}${message}`),
    );
  return [
    `Read ${bold(report.path)} as ${report.format}.`,
    table(['', ''], rows, screen).trim(),
    ...faults,
    ...leftOutLines(report),
    ...redactedLines(report),
    ...(report.notTaken.length === 0
      ? []
      : ['Not taken in:', ...report.notTaken.map((what) => dim(`  ${what}`))]),
  ].join('\n');
}

/** What was left out and why, most frequent first. */
function leftOutLines({ leftOut, outcomes }: ImportReport): string[] {
  const recalled =
    outcomes.recalled === 0 ? [] : [['what memory itself had said', outcomes.recalled] as const];
  const all = [...Object.entries(leftOut), ...recalled].sort(([, a], [, b]) => b - a);
  return all.length === 0
    ? []
    : ['Left out:', ...all.map(([why, count]) => dim(`  ${count} × ${why}`))];
}

/** What was redacted, and where. */
function redactedLines({ redacted, redactedAt }: ImportReport): string[] {
  const all = redactionSummary(redacted);
  if (all === '') return [];
  const places = redactedAt
    .slice(0, MAX_PLACES)
    .map(
      ({ line, entry, redacted: there }) =>
        `  line ${line}, entry ${entry}: ${redactionsInWords(there)}`,
    );
  return [
    `${all[0]?.toUpperCase() ?? ''}${all.slice(1)}. A mark stands in its place.`,
    ...places.map(dim),
    ...(redactedAt.length > MAX_PLACES ? [dim('  and more: --json tells the first 100')] : []),
  ];
}
