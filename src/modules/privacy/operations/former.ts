// Verbs that `quarantine` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { QuarantineInput } from '../../../domain/quarantine-input.js';
import { formerly } from '../../../operations/formerly.js';
import { quarantineOperation } from './quarantine.js';

const { release, reject, reason } = QuarantineInput.shape;

export const quarantineListOperation = formerly(quarantineOperation, {
  name: 'quarantine_list',
  words: ['quarantine', 'list'],
  positional: [],
  effect: 'read',
  input: QuarantineInput.pick({ limit: true, cursor: true, after: true }),
  as: (given) => given,
});

export const quarantineReleaseOperation = formerly(quarantineOperation, {
  name: 'quarantine_release',
  words: ['quarantine', 'release'],
  positional: ['ids'],
  effect: 'write',
  places: [{ method: 'POST', path: '/quarantine/release' }],
  input: z.strictObject({ ids: release.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, release: ids }),
});

export const quarantineRejectOperation = formerly(quarantineOperation, {
  name: 'quarantine_reject',
  words: ['quarantine', 'reject'],
  positional: ['ids'],
  places: [{ method: 'POST', path: '/quarantine/reject' }],
  input: z.strictObject({ ids: reject.unwrap(), reason }),
  as: ({ ids, ...given }) => ({ ...given, reject: ids }),
});
