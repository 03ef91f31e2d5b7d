import type { EraseReport } from '../../domain/forgetting.js';
import type { Memory } from '../../domain/memory.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  type TextFormat,
  shorten,
  size,
  table,
} from '../../format/style.js';
import { renderReceipt } from '../maintenance/view.js';
import type { QuarantineAnswer } from './quarantine.js';

/** A completed erasure has a proof or the reasons why there is none. */
const isPreview = ({ done, proof, remains }: EraseReport): boolean =>
  !done && proof === null && remains.length === 0;

function headOf(report: EraseReport, whom: string): string {
  if (report.done) return `${good('Erased')}: ${whom}`;
  return isPreview(report)
    ? `Would erase: ${whom}`
    : `${bad('Erased, but not all of it is gone')}: ${whom}`;
}

export function renderErasure(report: EraseReport, screen: TextFormat): string {
  const { memories, names, alike, shared, proof } = report;
  const [whom, told] =
    names.length === 0
      ? [counted(memories.said, 'memory', 'memories'), []]
      : [
          names.map(bold).join(', '),
          [
            ['memories they said', memories.said],
            ['memories that tell of them', memories.about],
            ['memories that name them', memories.naming],
          ] as const,
        ];
  const rows = [
    ...told.map(([what, count]) => [what, String(count)]),
    ['reflections and merges made of these', String(memories.derived)],
    ['memories kept with the name taken out', String(report.redacted)],
    ['names in the directory', String(report.entities)],
    ['predictions and habits', String(report.learned)],
    ['sealed values', String(report.sealed)],
  ];
  const found =
    proof === null
      ? []
      : [
          `${proof.bytesFound === 0 ? good('bytes found 0') : bad(`bytes found ${proof.bytesFound}`)} in ${size(proof.bytesSearched)}, by ${proof.needles} spellings and pieces of text${proof.partsOfOthers > 0 ? dim(` (${proof.partsOfOthers} only as a part of other words)`) : ''}`,
        ];
  return [
    headOf(report, whom),
    table(['', ''], rows, screen).trim(),
    ...(alike.length === 0
      ? []
      : [`Not taken for the same: ${alike.join(', ')}. Add one with --also, where it is.`]),
    ...(shared.length === 0
      ? []
      : [
          `Left, as others bear it too: ${shared.join('; ')}. Texts that have no other name of them stay; add one with --also, where it means them alone.`,
        ]),
    ...found,
    ...report.remains.map((line) => bad(line)),
    isPreview(report)
      ? dim('Nothing was changed. --yes does it; nothing brings it back.')
      : dim('Backups and exports made before still hold it: delete them.'),
  ].join('\n');
}

export function renderQuarantine(
  { memories, released = [], rejected = [] }: QuarantineAnswer,
  screen: TextFormat,
): string {
  return [
    ...released.map(renderReceipt),
    ...(rejected.length === 0 ? [] : [`Turned away: ${rejected.join(', ')}`]),
    waiting(memories, screen),
  ].join('\n');
}

function waiting(memories: readonly Memory[], screen: TextFormat): string {
  if (memories.length === 0) return 'Nothing is held back.';
  const rows = memories.map(({ id, quarantine, provenance, content }) => [
    id,
    (quarantine?.score ?? 0).toFixed(2),
    provenance[0]?.source ?? '',
    quarantine?.reasons.join('; ') ?? '',
    shorten(content.replace(/\s+/g, ' '), 120),
  ]);
  return table(['id', 'score', 'from', 'why', 'text'], rows, screen, [15, 6, 6, 28, 0]);
}
