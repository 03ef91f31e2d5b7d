import { z } from 'zod';
import { MergeInput, MergeReceipt } from '../../domain/forgetting-and-merging.js';
import { reversible } from '../../domain/change.js';
import { Remark } from './annotate.js';
import { BankDiff, DiffInput } from './diff.js';
import { FORGET_BY_FILTER, ForgetInput, ForgetReceipt, Ids } from './forget.js';
import { UndoInput, UndoReceipt } from './undo.js';
import { UpdateInput, UpdateReceipt } from './update.js';
import {
  renderDiff,
  renderForgotten,
  renderLog,
  renderMerge,
  renderUndo,
  renderUpdate,
} from './view.js';
import { LogFilter, LogPage } from '../inspect/list.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';

export const updateOperation = defineOperation({
  name: 'update',
  summary: 'Correct a memory: its words, or what is kept beside them.',
  description:
    'New words are read as if they were told; speaker, session and metadata stay. The old memory is taken back and names the new one; undoing brings it back. Without words a remark, tags, metadata, importance and end are changed.',
  input: UpdateInput,
  output: reversible(UpdateReceipt),
  positional: ['id', 'content'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme update m_01h5k0c2x9w7a "Tom’s flight leaves at 9:40, not 8:40"',
      shows: 'the new memory, and which one it replaced',
    },
    {
      command:
        'mneme update m_01h5k0c2x9w7a --remark "Tom says this was a joke." --add-tags doubtful',
      shows: 'the memory with its remark and tags',
    },
    { command: 'mneme update m_01h5k0c2x9w7a --boost 0.3', shows: 'how important it is now' },
  ],
  served: { pace: 'quick' },
  verb: ['update', 'id', 'content'],
  places: [{ method: 'PATCH', path: '/memories/{id}' }],
  asLines: renderUpdate,
  run: (memory, { id, ...input }) => memory.update(id, input),
});

export const forgetOperation = defineOperation({
  name: 'forget',
  summary: 'Take memories back; they can be restored.',
  description:
    'Those that are named, or all that a filter means, or all of a user, in one change. Recall no longer finds them, nor their links. The journal keeps them, so `undo` brings them back whole; `erase` leaves nothing.',
  input: ForgetInput,
  output: reversible(ForgetReceipt),
  positional: ['ids'],
  effect: 'retract',
  readsWith: 'preview',
  idempotent: true,
  examples: [
    {
      command: 'mneme forget m_01h5k0c2x9w7a --reason "said in jest"',
      shows: 'what was forgotten',
    },
    {
      command: 'mneme forget m_01h5k0c2x9w7a --cause obsolete --no-cascade',
      shows: 'the same, while what it told of others stays',
    },
    { command: 'mneme forget --session chat-7 --preview', shows: 'what of a session would go' },
    { command: 'mneme forget --user-id alice', shows: 'how much of the user was forgotten' },
  ],
  served: { pace: 'quick' },
  verb: ['forget', 'ids', 'reason'],
  places: [
    { method: 'POST', path: '/memories/forget' },
    {
      method: 'DELETE',
      path: '/memories/{ids}',
      without: FORGET_BY_FILTER,
      called: 'memories_delete',
    },
    { method: 'DELETE', path: '/memories', without: ['ids'], called: 'memories_delete_all' },
  ],
  forPeopleWith: FORGET_BY_FILTER,
  asLines: renderForgotten,
  run: (memory, input) => memory.forget(input),
});

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

// Deprecated aliases: the names these verbs had in the previous version.

const { id, addTags, boost, reason } = UpdateInput.shape;

export const annotateOperation = deprecatedVerb(updateOperation, {
  name: 'annotate',
  positional: ['id', 'note'],
  places: [{ method: 'POST', path: '/memories/{id}/annotations' }],
  input: z.strictObject({ id, note: Remark.optional(), tags: addTags }),
  as: ({ note, tags, ...same }) => ({ ...same, remark: note, addTags: tags }),
});

export const boostOperation = deprecatedVerb(updateOperation, {
  name: 'boost',
  positional: ['id'],
  places: [{ method: 'POST', path: '/memories/{id}/boost' }],
  input: z.strictObject({
    id,
    by: boost.unwrap().default(0.1).describe('What is added to its importance.'),
    reason,
  }),
  as: ({ by, ...same }) => ({ ...same, boost: by }),
});

export const deleteAllOperation = deprecatedVerb(forgetOperation, {
  name: 'delete_all',
  words: ['delete-all'],
  positional: [],
  forPeople: true,
  input: ForgetInput.omit({ ids: true, cascade: true }),
  as: (given) => given,
});

export const restoreOperation = deprecatedVerb(undoOperation, {
  name: 'restore',
  positional: ['ids'],
  effect: 'write',
  input: z.strictObject({ ids: Ids }),
  as: (given) => given,
});

export const changesOperation = deprecatedVerb(logOperation, {
  name: 'changes',
  positional: [],
  places: [{ method: 'GET', path: '/changes' }],
  input: LogFilter.pick({ after: true, limit: true }),
  as: ({ after = 0, ...given }) => ({ ...given, after }),
});
