// Verbs that `webhooks` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { WebhooksInput } from '../webhooks.js';
import { webhooksOperation } from './webhooks.js';

const { url, events, id, redeliver, changes, limit, cursor } = WebhooksInput.shape;
const One = z.strictObject({ id: id.unwrap().describe('The webhook, as in x_01h5k0c2x9w7a.') });

export const webhookAddOperation = formerly(webhooksOperation, {
  name: 'webhook_add',
  words: ['webhook', 'add'],
  positional: ['url'],
  effect: 'write',
  input: z.strictObject({ url: url.unwrap().describe('Where changes are posted to.'), events }),
  as: (given) => given,
});

export const webhookListOperation = formerly(webhooksOperation, {
  name: 'webhook_list',
  words: ['webhook', 'list'],
  positional: [],
  effect: 'read',
  input: z.strictObject({ limit, cursor }),
  as: (given) => given,
});

export const webhookRemoveOperation = formerly(webhooksOperation, {
  name: 'webhook_remove',
  words: ['webhook', 'remove'],
  positional: ['id'],
  input: One,
  as: (given) => ({ ...given, remove: true }),
});

export const webhookTestOperation = formerly(webhooksOperation, {
  name: 'webhook_test',
  words: ['webhook', 'test'],
  positional: ['id'],
  effect: 'write',
  places: [{ method: 'POST', path: '/webhooks/{id}/test' }],
  input: One,
  as: (given) => ({ ...given, test: true }),
});

export const webhookFailuresOperation = formerly(webhooksOperation, {
  name: 'webhook_failures',
  words: ['webhook', 'failures'],
  positional: ['id'],
  effect: 'write',
  places: [{ method: 'POST', path: '/webhooks/{id}/redeliveries', fixed: { redeliver: true } }],
  input: One.extend({ redeliver, changes, limit, cursor }),
  as: (given) => given,
});
