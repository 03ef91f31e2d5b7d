// What `causes` has taken in, under the names that it had in the version before.
import { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { CausesInput } from './causes.js';
import { InferInput } from './infer.js';
import { KeepInput } from './kept-conclusions.js';
import { causesOperation } from './operations.js';

const { limit, cursor } = CausesInput.shape;

export const FORMER = {
  infer: formerly(causesOperation, {
    name: 'infer',
    positional: [],
    effect: 'read',
    places: [{ method: 'POST', path: '/inferences' }],
    input: InferInput,
    as: (asked) => asked,
  }),
  infer_keep: formerly(causesOperation, {
    name: 'infer_keep',
    words: ['infer', 'keep'],
    positional: ['from', 'to'],
    places: [{ method: 'POST', path: '/conclusions' }],
    input: KeepInput,
    as: (ends) => ({ ...ends, keep: true }),
  }),
  infer_list: formerly(causesOperation, {
    name: 'infer_list',
    words: ['infer', 'kept'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/conclusions' }],
    input: z.strictObject({ limit, cursor }),
    as: (page) => ({ ...page, kept: true }),
  }),
};
