import { isOfThisMachine } from '../../domain/loopback.js';
import type {
  WebhookAdded,
  WebhookFailures,
  WebhookRemoved,
  Webhooks,
  WebhookTest,
} from './webhooks.js';
import { bad, bold, dim, good, moment, table, type Screen } from '../../screen/style.js';

type Webhook = Webhooks['webhooks'][number];

export const renderWebhookAdded = ({ id, url, events, secret }: WebhookAdded): string =>
  [
    `${good('Added')} ${bold(id)}: ${url} is told of ${events === null ? 'every change' : events.join(', ')}.`,
    secret,
    dim(
      `It signs what is sent, and is shown this once. A server of this file sends (mneme serve); try it with \`mneme webhook test ${id}\`.`,
    ),
    ...(isOfThisMachine(url)
      ? [dim('It is on this machine: it is told only where MNEME_WEBHOOKS is `loopback`.')]
      : []),
  ].join('\n');

export const renderWebhookRemoved = ({ id, url }: WebhookRemoved): string =>
  `${id} is removed: ${url} is told nothing any more.`;

const STATES: Readonly<Record<Webhook['state'], string>> = {
  on: good('on'),
  failing: bad('failing'),
  off: bad('off'),
  no_secret: bad('no secret'),
};

export function renderWebhooks({ webhooks }: Webhooks, screen: Screen): string {
  if (webhooks.length === 0) return 'There are no webhooks. `mneme webhook add URL` makes one.';
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

export function renderWebhookTest({
  id,
  arrived,
  status,
  error,
  tookMs,
  switchedOn,
}: WebhookTest): string {
  if (!arrived) return `${bad('It did not arrive:')} ${error ?? ''} ${dim(`(${tookMs} ms)`)}`;
  return `${good('It arrived:')} ${id} answered ${status ?? ''} ${dim(`after ${tookMs} ms`)}${switchedOn ? ', and is on again' : ''}`;
}

export function renderWebhookFailures(
  { failures, redelivered }: WebhookFailures,
  screen: Screen,
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
