import { MergeInput } from '../domain/merge.js';
import { DiffInput, LogFilter, UndoInput } from '../engine/curation-inputs.js';
import { defineOperation } from './operation.js';
import { DiffOutput, LogOutput, MergeOutput, UndoOutput } from './outputs/curation.js';

export const historyOperation = defineOperation({
  name: 'history',
  summary: 'List the changes of the bank, newest first, with what undoes each.',
  description: 'Who changed what, when and why. Each change has a reversal hash, which `undo` takes for 30 days.',
  input: LogFilter,
  output: LogOutput,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme history', shows: 'the latest 20 changes' },
    { command: 'mneme history --verb forget', shows: 'what was forgotten, and the hash that brings it back' },
  ],
  run: (memory, input) => memory.history(input),
});

export const mergeOperation = defineOperation({
  name: 'merge',
  summary: 'Put one memory in the place of several that say the same.',
  description: 'It has the evidence and the links of all; they are taken back and superseded by it, in one change. Refused where they differ in kind, speaker, time, confidence or trust or are in conflict; --force goes on.',
  input: MergeInput,
  output: MergeOutput,
  positional: ['ids'],
  effect: 'retract',
  idempotent: false,
  examples: [{ command: 'mneme merge m_01h5k0c2x9w7a m_01h5k0c2x9w7b --strategy concatenate', shows: 'the one memory, and how to undo it' }],
  run: (memory, input) => memory.merge(input),
});

export const undoOperation = defineOperation({
  name: 'undo',
  summary: 'Undo one change, by its reversal hash.',
  description: 'Everything the change touched is as it was before, by a new change that can be undone too. Where later changes touched the same records it stops and names them; --force goes on.',
  input: UndoInput,
  output: UndoOutput,
  positional: ['hash'],
  effect: 'retract',
  idempotent: false,
  examples: [{ command: 'mneme undo 1f-3fa9c1d27b', shows: 'what was undone, and how to have it again' }],
  run: (memory, input) => memory.undo(input),
});

export const diffOperation = defineOperation({
  name: 'diff',
  summary: 'Show what became of the memories between two moments.',
  description: 'Memories that the bank held at the later moment and not at the earlier, that were changed, and that were taken back.',
  input: DiffInput,
  output: DiffOutput,
  positional: ['from', 'to'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme diff 2025-02-01 2025-02-08', shows: 'what a week changed' }],
  run: (memory, input) => memory.diff(input),
});
