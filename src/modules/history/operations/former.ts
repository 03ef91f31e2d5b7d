// Verbs that others have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { ManifestInput } from '../../../domain/manifest.js';
import { LogFilter } from '../../inspect/list-log.js';
import { Remark } from '../annotate.js';
import { ForgetInput } from '../forget-what.js';
import { Ids } from '../ids.js';
import { UpdateInput } from '../update.js';
import { logOperation, manifestOperation, undoOperation } from './curation.js';
import { forgetOperation } from './forget.js';
import { updateOperation } from './update.js';

const { path, text, preview } = ManifestInput.shape;
const { id, addTags, boost, reason } = UpdateInput.shape;

export const annotateOperation = formerly(updateOperation, {
  name: 'annotate',
  positional: ['id', 'note'],
  places: [{ method: 'POST', path: '/memories/{id}/annotations' }],
  input: z.strictObject({ id, note: Remark.optional(), tags: addTags }),
  as: ({ note, tags, ...same }) => ({ ...same, remark: note, addTags: tags }),
});

export const boostOperation = formerly(updateOperation, {
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

export const deleteAllOperation = formerly(forgetOperation, {
  name: 'delete_all',
  words: ['delete-all'],
  positional: [],
  forPeople: true,
  input: ForgetInput.omit({ ids: true, cascade: true }),
  as: (given) => given,
});

export const restoreOperation = formerly(undoOperation, {
  name: 'restore',
  positional: ['ids'],
  effect: 'write',
  input: z.strictObject({ ids: Ids }),
  as: (given) => given,
});

export const changesOperation = formerly(logOperation, {
  name: 'changes',
  positional: [],
  places: [{ method: 'GET', path: '/changes' }],
  input: LogFilter.pick({ after: true, limit: true }),
  as: ({ after = 0, ...given }) => ({ ...given, after }),
});

export const manifestApplyOperation = formerly(manifestOperation, {
  name: 'manifest_apply',
  words: ['manifest', 'apply'],
  positional: ['path'],
  effect: 'retract',
  input: z.strictObject({ path, text, preview }),
  as: (given) => given,
});
