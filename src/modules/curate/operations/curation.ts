import {
  Manifest,
  ManifestChoice,
  ManifestFilter,
  ManifestReport,
} from '../../../domain/manifest.js';
import { MergeInput, MergeReceipt } from '../../../domain/merge.js';
import { DiffInput } from '../diff.js';
import { LogFilter } from '../../explain/list-log.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { BankDiff } from '../diff.js';
import { LogPage } from '../../explain/list-log.js';
import { UndoInput, UndoReceipt } from '../undo.js';
import { renderLog, renderMerge, renderManifestReport, renderUndo, renderDiff } from '../view.js';

export const logOperation = defineOperation({
  name: 'log',
  summary: 'List the changes of the bank, newest first, with what undoes each.',
  description:
    'Who changed what, when and why. Each change has a reversal hash, which `undo` takes for 30 days.',
  input: LogFilter,
  output: LogPage,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme log', shows: 'the latest 20 changes' },
    {
      command: 'mneme log --type forgotten',
      shows: 'what was forgotten, and the hash that brings it back',
    },
  ],
  served: { pace: 'quick' },
  verb: ['curation.log'],
  places: [{ method: 'GET', path: '/log' }],
  asLines: renderLog,
  run: (memory, input) => memory.curation.log(input),
});

export const mergeOperation = defineOperation({
  name: 'merge',
  summary: 'Put one memory in the place of several that say the same.',
  description:
    'It has the evidence and the links of all; they are taken back and superseded by it, in one change. Refused where they differ in kind, speaker, time, confidence or trust or are in conflict; --force goes on.',
  input: MergeInput,
  output: reversible(MergeReceipt),
  positional: ['ids'],
  effect: 'retract',
  idempotent: false,
  examples: [
    {
      command: 'mneme merge m_01h5k0c2x9w7a m_01h5k0c2x9w7b --strategy concatenate',
      shows: 'the one memory, and how to undo it',
    },
  ],
  verb: ['curation.merge'],
  places: [{ method: 'POST', path: '/memories/merge' }],
  asLines: renderMerge,
  run: (memory, input) => memory.curation.merge(input),
});

export const manifestOperation = defineOperation({
  name: 'manifest',
  summary: 'Write the bank as a file that a person edits.',
  description:
    'Markdown: what the bank holds, what is in conflict, and where to ask for merges, forgetting, remarks, pins and settlements. `manifest apply` takes it back.',
  input: ManifestFilter,
  output: Manifest,
  positional: [],
  effect: 'read',
  idempotent: true,
  forPeople: true,
  examples: [
    {
      command: 'mneme manifest --limit 50',
      shows: 'the file, with the 50 memories that matter most; send it into one: > memory.md',
    },
  ],
  verb: ['curation.manifest'],
  places: [{ method: 'GET', path: '/manifest' }],
  asLines: ({ markdown }) => markdown,
  run: (memory, input) => memory.curation.manifest(input),
});

export const manifestApplyOperation = defineOperation({
  name: 'manifest_apply',
  words: ['manifest', 'apply'],
  summary: 'Do what an edited manifest asks for, all or nothing.',
  description:
    'In one change that can be undone. Lines that cannot be read or done are named with their numbers, as are those whose memories were changed since the file was written; then nothing is done.',
  input: ManifestChoice,
  output: reversible(ManifestReport),
  positional: ['path'],
  pipes: 'path',
  reads: 'path',
  effect: 'retract',
  idempotent: false,
  forPeople: true,
  examples: [
    {
      command: 'mneme manifest apply memory.md --preview',
      shows: 'what each line would do, and which lines are bad',
    },
    {
      command: 'mneme manifest apply memory.md',
      shows: 'what was done, and the one hash that undoes all of it',
    },
  ],
  served: { files: ['path'] },
  verb: ['curation.applyManifest', 'text', 'preview'],
  places: [{ method: 'POST', path: '/manifest' }],
  asLines: renderManifestReport,
  run: (memory, input, { piped }) =>
    input.path === '-' && piped !== undefined
      ? memory.curation.applyManifest(piped(), input.preview)
      : memory.curation.applyManifest(input),
});

export const undoOperation = defineOperation({
  name: 'undo',
  summary: 'Undo one change, by its reversal hash, or bring forgotten memories back.',
  description:
    'Everything the change touched is as it was before, by a new change that can be undone too. Where later changes touched the same records it stops and names them; --force goes on. Forgotten memories, by their ids, are there again with their links, whenever it was.',
  input: UndoInput,
  output: reversible(UndoReceipt),
  positional: ['hash', 'ids'],
  effect: 'retract',
  idempotent: false,
  examples: [
    { command: 'mneme undo 1f-3fa9c1d27b', shows: 'what was undone, and how to have it again' },
    { command: 'mneme undo m_01h5k0c2x9w7a', shows: 'a forgotten memory that is there again' },
  ],
  verb: ['undo', 'hash'],
  places: [
    { method: 'POST', path: '/log/{hash}/undo', without: ['ids'] },
    { method: 'POST', path: '/memories/restore', without: ['hash'], called: 'memories_restore' },
  ],
  asLines: renderUndo,
  run: (memory, input) => memory.undo(input),
});

export const diffOperation = defineOperation({
  name: 'diff',
  summary: 'Show what became of the memories between two moments.',
  description:
    'Memories that the bank held at the later moment and not at the earlier, that were changed, and that were taken back.',
  input: DiffInput,
  output: BankDiff,
  positional: ['from', 'to'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme diff 2025-02-01 2025-02-08', shows: 'what a week changed' }],
  verb: ['curation.diff'],
  places: [{ method: 'GET', path: '/diff' }],
  asLines: renderDiff,
  run: (memory, input) => memory.curation.diff(input),
});
