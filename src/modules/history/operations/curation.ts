import { ManifestAnswer, ManifestInput } from '../../../domain/manifest.js';
import { MergeInput, MergeReceipt } from '../../../domain/merge.js';
import { DiffInput } from '../diff.js';
import { LogFilter } from '../../inspect/list-log.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { BankDiff } from '../diff.js';
import { LogPage } from '../../inspect/list-log.js';
import { UndoInput, UndoReceipt } from '../undo.js';
import { renderLog, renderMerge, renderManifest, renderUndo, renderDiff } from '../view.js';

export const logOperation = defineOperation({
  name: 'log',
  summary: 'List the changes of the bank, newest first, with what undoes each.',
  description:
    'Who changed what, when and why. Each change has a reversal hash, which `undo` takes for 30 days. Programs follow with `after`: the oldest first, each change with all that it touched.',
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
    { command: 'mneme log --after 1200', shows: 'what changed since change 1200' },
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
  summary: 'Write the bank as a file that a person edits, and do what the edited file asks for.',
  description:
    'Markdown: what the bank holds, what is in conflict, and where to ask for merges, forgetting, remarks, pins and settlements. Given back edited, all of it is done in one change that can be undone, or nothing: lines that cannot be read or done are named with their numbers, as are those whose memories were changed since the file was written.',
  input: ManifestInput,
  output: ManifestAnswer,
  positional: ['path'],
  pipes: 'path',
  reads: 'path',
  effect: 'retract',
  writesWith: ['path', 'text'],
  readsWith: 'preview',
  idempotent: false,
  forPeople: true,
  examples: [
    {
      command: 'mneme manifest --limit 50',
      shows: 'the file, with the 50 memories that matter most; send it into one: > memory.md',
    },
    {
      command: 'mneme manifest memory.md --preview',
      shows: 'what each line would do, and which lines are bad',
    },
    {
      command: 'mneme manifest memory.md',
      shows: 'what was done, and the one hash that undoes all of it',
    },
  ],
  served: { files: ['path'] },
  verb: ['curation.manifest', 'text', 'preview'],
  places: [
    { method: 'GET', path: '/manifest', without: ['path', 'text', 'preview'] },
    { method: 'POST', path: '/manifest', called: 'manifest_do' },
  ],
  asLines: renderManifest,
  run: (memory, input, { piped }): Promise<ManifestAnswer> =>
    input.path === '-' && piped !== undefined
      ? memory.curation.manifest(piped(), input.preview)
      : memory.curation.manifest(input),
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
