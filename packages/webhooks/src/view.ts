import { isOfThisMachine } from '@mneme/core/domain/loopback.js';
import type { Webhooks } from './webhooks.js';
import { bad, bold, dim, good, moment, table, type TextFormat } from '@mneme/core/format/style.js';

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
