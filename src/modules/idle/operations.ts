import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import {
  DreamInput,
  DreamLeaveInput,
  DreamReport,
  DreamReportInput,
  DreamSettled,
  DreamSettleInput,
  DreamStop,
} from '../../domain/night.js';
import { defineOperation } from '../../operations/operation.js';
import { renderDream, renderDreamSettled, renderDreamStop, renderDreamLeft } from './view.js';

export const dreamOperation = defineOperation({
  name: 'dream',
  summary: 'Put the memory in order for a while, and report what was done.',
  description:
    'Copies in other words are joined, what hangs together is linked; nothing is deleted unless the bank was told so (bank configure --clear-after-days). It asks no language model. Each change is undone alone, or all of them together.',
  input: DreamInput,
  output: DreamReport,
  positional: [],
  effect: 'write',
  forOperators: true,
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme dream', shows: 'what was joined and linked, what is asked' },
    { command: 'mneme dream --minutes 1', shows: 'the same, of one minute' },
    {
      command: 'mneme dream --schedule 03:00',
      shows: 'that a server that has it open dreams then',
    },
  ],
  verb: ['dreams.dream'],
  places: [{ method: 'POST', path: '/dreams' }],
  asLines: renderDream,
  run: (memory, input, { signal, onProgress }) =>
    memory.dreams.dream({
      ...input,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});

export const dreamReportOperation = defineOperation({
  name: 'dream_report',
  words: ['dream', 'report'],
  summary: 'Tell what the last night changed, and what it leaves to you.',
  description:
    'A diff: every change with its reason and the hash that undoes it. `mneme dream settle` accepts or undoes them, whole or in part.',
  input: DreamReportInput,
  output: DreamReport,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme dream report', shows: 'the changes of the last night' }],
  served: { pace: 'quick' },
  verb: ['dreams.report'],
  places: [{ method: 'GET', path: '/dreams/last' }],
  asLines: renderDream,
  run: (memory, input) => memory.dreams.report(input),
});

export const dreamSettleOperation = defineOperation({
  name: 'dream_settle',
  words: ['dream', 'settle'],
  summary: 'Accept what a night did, or undo it, whole or in part.',
  description:
    'Undoing goes from the latest change to the first. What was built upon since is kept and named.',
  input: DreamSettleInput,
  output: DreamSettled,
  positional: ['verdict'],
  effect: 'write',
  forOperators: true,
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme dream settle reject', shows: 'that the whole night is undone' },
    {
      command: 'mneme dream settle reject --parts 1f-0a1b2c3d4e',
      shows: 'that one change of it is',
    },
  ],
  verb: ['dreams.settle'],
  places: [{ method: 'POST', path: '/dreams/settlement' }],
  asLines: renderDreamSettled,
  run: (memory, input, { signal, onProgress }) =>
    memory.dreams.settle({
      ...input,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});

export const dreamStopOperation = defineOperation({
  name: 'dream_stop',
  words: ['dream', 'stop'],
  summary: 'End the night that is under way, in whatever process.',
  description: 'It stops after the change that it is at; the next night goes on from there.',
  input: z.strictObject({}),
  output: DreamStop,
  positional: [],
  effect: 'write',
  forOperators: true,
  forPeople: true,
  idempotent: true,
  examples: [{ command: 'mneme dream stop', shows: 'which night was told to stop' }],
  served: { pace: 'quick' },
  verb: ['dreams.stop'],
  places: [{ method: 'POST', path: '/dreams/stop' }],
  asLines: renderDreamStop,
  run: (memory) => memory.dreams.stop(),
});

export const dreamLeaveOperation = defineOperation({
  name: 'dream_leave',
  words: ['dream', 'leave'],
  summary: 'Leave memories that a night asked about as they are.',
  description: 'The question goes, and is not asked again.',
  input: DreamLeaveInput,
  output: z.strictObject({ left: z.array(MemoryId) }),
  positional: ['memories'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme dream leave m_01h5k0c2x9w7a m_01h5k0c2x9w7b',
      shows: 'that they are two memories',
    },
  ],
  served: { pace: 'quick' },
  verb: ['dreams.leave'],
  places: [{ method: 'POST', path: '/dreams/leave' }],
  asLines: renderDreamLeft,
  run: (memory, input) => memory.dreams.leave(input),
});
