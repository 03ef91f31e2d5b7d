// What `dream` and `dream_report` have taken in, under the names that it had in the version before.
import { z } from 'zod';
import { DreamInput, DreamReportInput } from '../../domain/night.js';
import { formerly, needed } from '../../operations/formerly.js';
import { dreamOperation, dreamReportOperation } from './operations.js';

const { settle, parts, night } = DreamInput.shape;

export const FORMER = {
  dream_settle: formerly(dreamOperation, {
    name: 'dream_settle',
    words: ['dream', 'settle'],
    positional: ['verdict'],
    places: [{ method: 'POST', path: '/dreams/settlement' }],
    input: z.strictObject({ verdict: needed(settle), parts, night }),
    as: ({ verdict, ...which }) => ({ ...which, settle: verdict }),
  }),
  dream_stop: formerly(dreamOperation, {
    name: 'dream_stop',
    words: ['dream', 'stop'],
    positional: [],
    places: [{ method: 'POST', path: '/dreams/stop' }],
    input: z.strictObject({}),
    as: () => ({ stop: true }),
  }),
  dream_leave: formerly(dreamReportOperation, {
    name: 'dream_leave',
    words: ['dream', 'leave'],
    positional: ['memories'],
    places: [{ method: 'POST', path: '/dreams/leave' }],
    input: z.strictObject({ memories: needed(DreamReportInput.shape.leave) }),
    as: ({ memories }) => ({ leave: memories }),
  }),
};
