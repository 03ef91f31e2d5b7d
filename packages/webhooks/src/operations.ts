import { z } from 'zod';
import { renderWebhooks } from './view.js';
import { Webhooks, WebhooksInput } from './webhooks.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

const OF_ONE = ['id', 'test', 'redeliver', 'changes', 'remove'];
const OF_NEW = ['url', 'events'];

export const webhooksOperation = defineOperation({
  name: 'webhooks',
  summary: 'Tell addresses of every change, and show how delivering to each goes.',
  description:
    'What the stream of changes tells, signed (Standard Webhooks) and tried again for a day; a server of the file sends it. One that is added has a secret, shown this once. Of one: what was given up after eight tries, which can be sent again; a test event, now, which switches it on where it was off; or removing it, which can be undone.',
  input: WebhooksInput,
  output: Webhooks,
  positional: ['url'],
  effect: 'retract',
  writesWith: ['url', 'test', 'redeliver', 'remove'],
  founds: true,
  // Not for agents: text that they read must not be able to redirect changes to another address.
  forPeople: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme webhooks https://hooks.example.com/mneme --events remember,forget',
      shows: 'the webhook, and the secret that signs what it is sent',
    },
    { command: 'mneme webhooks', shows: 'a row for each' },
    {
      command: 'mneme webhooks --id x_01h5k0c2x9w7a',
      shows: 'what was given up, and what each met',
    },
    { command: 'mneme webhooks --id x_01h5k0c2x9w7a --test', shows: 'what was answered' },
    {
      command: 'mneme webhooks --id x_01h5k0c2x9w7a --redeliver',
      shows: 'how many are sent again',
    },
    { command: 'mneme webhooks --id x_01h5k0c2x9w7a --remove', shows: 'what was removed' },
  ],
  served: { scope: 'admin', secret: true, pace: 'quick' },
  verb: ['webhooks.manage'],
  places: [
    { method: 'GET', path: '/webhooks', without: [...OF_ONE, ...OF_NEW] },
    { method: 'POST', path: '/webhooks', without: OF_ONE, called: 'webhooks_add' },
    {
      method: 'GET',
      path: '/webhooks/{id}',
      without: ['test', 'redeliver', 'remove', ...OF_NEW],
      called: 'webhooks_one',
    },
    {
      method: 'DELETE',
      path: '/webhooks/{id}',
      fixed: { remove: true },
      without: ['test', 'redeliver', 'changes', ...OF_NEW],
      called: 'webhooks_remove',
    },
    {
      method: 'POST',
      path: '/webhooks/{id}',
      without: ['remove', ...OF_NEW],
      called: 'webhooks_send',
    },
  ],
  asLines: renderWebhooks,
  run: (memory, input) => memory.webhooks.manage(input),
});

// Former names of verbs that were merged into `webhooks`.

const { url, events, id, redeliver, changes, limit, cursor } = WebhooksInput.shape;
const One = z.strictObject({ id: id.unwrap().describe('The webhook, as in x_01h5k0c2x9w7a.') });

export const webhookAddOperation = deprecatedVerb(webhooksOperation, {
  name: 'webhook_add',
  words: ['webhook', 'add'],
  positional: ['url'],
  effect: 'write',
  input: z.strictObject({ url: url.unwrap().describe('Where changes are posted to.'), events }),
  as: (given) => given,
});

export const webhookListOperation = deprecatedVerb(webhooksOperation, {
  name: 'webhook_list',
  words: ['webhook', 'list'],
  positional: [],
  effect: 'read',
  input: z.strictObject({ limit, cursor }),
  as: (given) => given,
});

export const webhookRemoveOperation = deprecatedVerb(webhooksOperation, {
  name: 'webhook_remove',
  words: ['webhook', 'remove'],
  positional: ['id'],
  input: One,
  as: (given) => ({ ...given, remove: true }),
});

export const webhookTestOperation = deprecatedVerb(webhooksOperation, {
  name: 'webhook_test',
  words: ['webhook', 'test'],
  positional: ['id'],
  effect: 'write',
  places: [{ method: 'POST', path: '/webhooks/{id}/test' }],
  input: One,
  as: (given) => ({ ...given, test: true }),
});

export const webhookFailuresOperation = deprecatedVerb(webhooksOperation, {
  name: 'webhook_failures',
  words: ['webhook', 'failures'],
  positional: ['id'],
  effect: 'write',
  places: [{ method: 'POST', path: '/webhooks/{id}/redeliveries', fixed: { redeliver: true } }],
  input: One.extend({ redeliver, changes, limit, cursor }),
  as: (given) => given,
});
