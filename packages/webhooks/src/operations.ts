import { z } from 'zod';
import { isOfThisMachine } from '@mneme/core/domain/access.js';
import { bad, bold, dim, good, moment, table, type TextFormat } from '@mneme/core/format/style.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';
import { Webhooks, WebhooksInput } from './webhooks.js';

type Webhook = Webhooks['webhooks'][number];

export function renderWebhooks(
  { webhooks, secret, test, failures, redelivered, reversal }: Webhooks,
  screen: TextFormat,
): string {
  const [one] = webhooks;
  if (one === undefined) return 'There are no webhooks. `mneme webhooks URL` makes one.';
  if (secret !== undefined) return added(one, secret);
  if (test !== undefined) return tested(one, test);
  if (reversal !== undefined) return `${one.id} is removed: ${one.url} is told nothing any more.`;
  return [
    listed(webhooks, screen),
    ...(failures === undefined ? [] : [givenUp(failures, redelivered ?? 0, screen)]),
  ].join('\n\n');
}

const added = ({ id, url, events }: Webhook, secret: string): string =>
  [
    `${good('Added')} ${bold(id)}: ${url} is told of ${events === null ? 'every change' : events.join(', ')}.`,
    secret,
    dim(
      `It signs what is sent, and is shown this once. A server of this file sends (mneme serve); try it with \`mneme webhooks --id ${id} --test\`.`,
    ),
    ...(isOfThisMachine(url)
      ? [dim('It is on this machine: it is told only where MNEME_WEBHOOKS is `loopback`.')]
      : []),
  ].join('\n');

const STATES: Readonly<Record<Webhook['state'], string>> = {
  on: good('on'),
  failing: bad('failing'),
  off: bad('off'),
  no_secret: bad('no secret'),
};

function listed(webhooks: readonly Webhook[], screen: TextFormat): string {
  return table(
    ['id', '', 'arrived', 'waiting', 'given up', 'told of', 'address', 'what it last met'],
    webhooks.map((each) => [
      each.id,
      STATES[each.state],
      String(each.delivered),
      String(each.waiting),
      String(each.failures),
      each.events?.join(', ') ?? 'everything',
      each.url,
      each.off?.why ?? each.lastError ?? '',
    ]),
    screen,
  );
}

function tested(
  { id }: Webhook,
  { arrived, status, error, tookMs, switchedOn }: NonNullable<Webhooks['test']>,
): string {
  if (!arrived) return `${bad('It did not arrive:')} ${error ?? ''} ${dim(`(${tookMs} ms)`)}`;
  return `${good('It arrived:')} ${id} answered ${status ?? ''} ${dim(`after ${tookMs} ms`)}${switchedOn ? ', and is on again' : ''}`;
}

function givenUp(
  failures: NonNullable<Webhooks['failures']>,
  redelivered: number,
  screen: TextFormat,
): string {
  const again =
    redelivered === 0
      ? []
      : [`${redelivered} ${redelivered === 1 ? 'event is' : 'events are'} sent again.`];
  if (failures.length === 0) return again[0] ?? 'Nothing was given up.';
  return [
    ...again,
    table(
      ['change', 'given up', 'tries', 'what the last one met'],
      failures.map(({ change, at, attempts, error }) => [
        String(change),
        moment(at, screen),
        String(attempts),
        error,
      ]),
      screen,
    ),
  ].join('\n');
}

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
