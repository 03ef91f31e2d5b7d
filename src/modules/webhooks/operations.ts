import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import {
  AddWebhookInput,
  WebhookAdded,
  WebhookFailures,
  WebhookFailuresInput,
  WebhookFilter,
  WebhookId,
  WebhookRemoved,
  Webhooks,
  WebhookTest,
} from './webhooks.js';
import {
  renderWebhookAdded,
  renderWebhooks,
  renderWebhookRemoved,
  renderWebhookTest,
  renderWebhookFailures,
} from './view.js';

/** Not for agents: who reads others' texts must not be talked into sending changes elsewhere. */
const forPeople = true as const;

export const webhookAddOperation = defineOperation({
  name: 'webhook_add',
  words: ['webhook', 'add'],
  summary: 'Tell an address of every change from now on.',
  description:
    'What the stream of changes tells, signed (Standard Webhooks) and tried again for a day. A server of the file sends it. The secret is shown this once.',
  input: AddWebhookInput,
  output: reversible(WebhookAdded),
  positional: ['url'],
  effect: 'write',
  founds: true,
  forPeople,
  idempotent: false,
  examples: [
    {
      command: 'mneme webhook add https://hooks.example.com/mneme --events remember,forget',
      shows: 'the webhook, and the secret that signs what it is sent',
    },
  ],
  served: { scope: 'admin', secret: true, pace: 'quick' },
  verb: ['webhooks.add'],
  places: [{ method: 'POST', path: '/webhooks' }],
  asLines: renderWebhookAdded,
  run: (memory, input) => memory.webhooks.add(input),
});

export const webhookListOperation = defineOperation({
  name: 'webhook_list',
  words: ['webhook', 'list'],
  summary: 'List webhooks, and how delivering to each goes.',
  description: 'What arrived, what is tried again, what was given up, and why one is off.',
  input: WebhookFilter,
  output: Webhooks,
  positional: [],
  effect: 'read',
  forPeople,
  idempotent: true,
  examples: [{ command: 'mneme webhook list', shows: 'a row for each' }],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['webhooks.list'],
  places: [{ method: 'GET', path: '/webhooks' }],
  asLines: renderWebhooks,
  run: (memory, input) => memory.webhooks.list(input),
});

export const webhookRemoveOperation = defineOperation({
  name: 'webhook_remove',
  words: ['webhook', 'remove'],
  summary: 'Tell an address nothing any more.',
  description: 'Undoing it brings it back, with its secret and what changed meanwhile.',
  input: WebhookId,
  output: reversible(WebhookRemoved),
  positional: ['id'],
  effect: 'retract',
  forPeople,
  idempotent: false,
  examples: [{ command: 'mneme webhook remove x_01h5k0c2x9w7a', shows: 'what was removed' }],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['webhooks.remove'],
  places: [{ method: 'DELETE', path: '/webhooks/{id}' }],
  asLines: renderWebhookRemoved,
  run: (memory, input) => memory.webhooks.remove(input),
});

export const webhookTestOperation = defineOperation({
  name: 'webhook_test',
  words: ['webhook', 'test'],
  summary: 'Send a webhook a test event, now.',
  description:
    'From the machine that is asked. If it arrives, a webhook that was off is on again, and what waits is tried at once.',
  input: WebhookId,
  output: WebhookTest,
  positional: ['id'],
  effect: 'write',
  forPeople,
  idempotent: true,
  examples: [{ command: 'mneme webhook test x_01h5k0c2x9w7a', shows: 'what was answered' }],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['webhooks.test'],
  places: [{ method: 'POST', path: '/webhooks/{id}/test' }],
  asLines: renderWebhookTest,
  run: (memory, input) => memory.webhooks.test(input),
});

export const webhookFailuresOperation = defineOperation({
  name: 'webhook_failures',
  words: ['webhook', 'failures'],
  summary: 'List events of a webhook that were given up, and send them again.',
  description: 'Eight tries within some 28 hours failed. The latest 1,000 are kept.',
  input: WebhookFailuresInput,
  output: WebhookFailures,
  positional: ['id'],
  effect: 'write',
  writesWith: ['redeliver'],
  forPeople,
  idempotent: true,
  examples: [
    { command: 'mneme webhook failures x_01h5k0c2x9w7a', shows: 'each with what it met' },
    {
      command: 'mneme webhook failures x_01h5k0c2x9w7a --redeliver',
      shows: 'how many are sent again',
    },
  ],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['webhooks.failures'],
  places: [
    { method: 'GET', path: '/webhooks/{id}/failures', without: ['redeliver'] },
    {
      method: 'POST',
      path: '/webhooks/{id}/redeliveries',
      fixed: { redeliver: true },
      called: 'webhook_redeliver',
    },
  ],
  asLines: renderWebhookFailures,
  run: (memory, input) => memory.webhooks.failures(input),
});
