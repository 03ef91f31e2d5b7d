import { z } from 'zod';
import { RevealInput } from '../../domain/bank.js';
import { EraseInput, EraseReport } from '../../domain/forgetting-and-merging.js';
import type { Memory } from '../../domain/memory.js';
import { QuarantineInput } from '../../domain/privacy.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  shorten,
  size,
  table,
  type TextFormat,
} from '../../format/style.js';
import { renderReceipt } from '../maintenance/view.js';
import { QuarantineAnswer } from './quarantine.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import { Revealed } from '../../safety/sealing.js';

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

function renderQuarantine(
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

export const eraseOperation = defineOperation({
  name: 'erase',
  summary: 'Erase a person, or single memories, for good; first only tell what would go.',
  description:
    'What they said, what names them, what was made of it: in text, vectors, indexes, names, the past and the log. Then the file is written anew and its bytes are searched for what should be gone. Nothing brings it back; backups and exports made before still hold it.',
  input: EraseInput,
  output: EraseReport,
  positional: [],
  effect: 'retract',
  writesWith: ['yes'],
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme erase --subject "Tom Okafor"', shows: 'what would go, under which names' },
    {
      command: 'mneme erase --subject "Tom Okafor" --also tom@example.org --yes',
      shows: 'what went, and that no byte of it is left',
    },
    {
      command: 'mneme erase --subject Tom --mentions redact --yes',
      shows: 'others’ memories kept, with [erased] for the name',
    },
    { command: 'mneme erase --speaker guest-7 --yes', shows: 'what one speaker said, gone' },
    {
      command: 'mneme erase --memories m_01h5k0c2x9w7a --yes',
      shows: 'one memory gone for good, with what was made of it',
    },
  ],
  served: { long: true, scope: 'admin', line: 'urgent' },
  verb: ['privacy.erase'],
  places: [{ method: 'POST', path: '/erasure' }],
  asLines: renderErasure,
  run: (memory, input) => memory.privacy.erase(input),
});

export const revealOperation = defineOperation({
  name: 'reveal',
  summary: 'Put the values back in the place of tokens such as [card_1].',
  description:
    'Needs the key of the vault, MNEME_VAULT_KEY or MNEME_VAULT_KEY_FILE; a token that the bank does not know stays as it is.',
  input: RevealInput,
  output: Revealed,
  positional: ['text'],
  effect: 'read',
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme reveal "The card is [card_1]"', shows: 'the text with the card number' },
  ],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['privacy.reveal', 'text'],
  asLines: ({ text }) => text,
  run: (memory, { text }) => memory.privacy.reveal(text),
});

export const quarantineOperation = defineOperation({
  name: 'quarantine',
  summary:
    'Show what is held back until somebody looks, and let it in or turn it away: what seems to command its reader, near-copies, strangers.',
  description:
    'Each with its score and the signals that spoke. Nothing of it is recalled, linked or counted until it is released: then it is read and linked as any other memory, under its own id, and its source stays what it was. What is rejected is no longer listed, and the same text is not taken in again.',
  input: QuarantineInput,
  output: QuarantineAnswer,
  positional: [],
  effect: 'retract',
  writesWith: ['release', 'reject'],
  forPeople: true,
  idempotent: false,
  examples: [
    { command: 'mneme quarantine', shows: 'what waits for a look, and why' },
    { command: 'mneme quarantine --release m_01h5k0c2x9w7a', shows: 'the memory, as it came in' },
    {
      command: 'mneme quarantine --reject m_01h5k0c2x9w7a --reason "an advertisement"',
      shows: 'what was turned away',
    },
  ],
  served: { pace: 'quick' },
  verb: ['privacy.quarantine'],
  places: [
    { method: 'GET', path: '/quarantine', without: ['release', 'reject', 'reason'] },
    { method: 'POST', path: '/quarantine', called: 'quarantine_settle' },
  ],
  asLines: renderQuarantine,
  run: (memory, input) => memory.privacy.quarantine(input),
});

// Deprecated aliases of `quarantine`: the names these verbs had in the previous version.

const { release, reject, reason } = QuarantineInput.shape;

export const quarantineListOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_list',
  words: ['quarantine', 'list'],
  positional: [],
  effect: 'read',
  input: QuarantineInput.pick({ limit: true, cursor: true, after: true }),
  as: (given) => given,
});

export const quarantineReleaseOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_release',
  words: ['quarantine', 'release'],
  positional: ['ids'],
  effect: 'write',
  places: [{ method: 'POST', path: '/quarantine/release' }],
  input: z.strictObject({ ids: release.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, release: ids }),
});

export const quarantineRejectOperation = deprecatedVerb(quarantineOperation, {
  name: 'quarantine_reject',
  words: ['quarantine', 'reject'],
  positional: ['ids'],
  places: [{ method: 'POST', path: '/quarantine/reject' }],
  input: z.strictObject({ ids: reject.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, reject: ids }),
});
