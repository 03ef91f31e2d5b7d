import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { Finding } from '@mneme/core/kernel/module.js';
import { defineModule, type StoredBank } from '@mneme/core/modules/module.js';
import { Webhooking } from './capability.js';
import { ENDPOINT, endpointsOf, noteOf, readDelivery } from './endpoint.js';
import {
  webhookAddOperation,
  webhookFailuresOperation,
  webhookListOperation,
  webhookRemoveOperation,
  webhooksOperation,
  webhookTestOperation,
} from './operations.js';

/** Endpoints that are notified of changes. */
export const webhooks = defineModule({
  name: 'webhooks',
  facade: { webhooks: Webhooking },
  operations: { webhooks: webhooksOperation },
  former: {
    webhook_add: webhookAddOperation,
    webhook_list: webhookListOperation,
    webhook_remove: webhookRemoveOperation,
    webhook_test: webhookTestOperation,
    webhook_failures: webhookFailuresOperation,
  },
  records: [ENDPOINT],
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['url'] === 'string' && names(body.value['url']) ? [id] : [],
    ),
  checks: findings,
});

async function findings({ bank, store }: StoredBank): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { record, kept } of await endpointsOf(bank, store)) {
    const { id } = record;
    const { secret, dead } = readDelivery(await store.job(bank, noteOf(id)));
    if (kept.off !== null)
      found.push({
        what: `The webhook ${id} of the bank ${bank} is off: ${kept.off.why}.`,
        mend: `Once it answers again: mneme webhooks --id ${id} --test. What changed meanwhile is sent then.`,
      });
    else if (secret === null)
      found.push({
        what: `The webhook ${id} of the bank ${bank} came without its secret: nothing is sent to it.`,
        mend: `Add it anew, or let it be: mneme webhooks --id ${id} --remove.`,
      });
    if (dead.length > 0)
      found.push({
        what: `${dead.length} events of the webhook ${id} of the bank ${bank} never arrived.`,
        mend: `mneme webhooks --id ${id} lists them, --redeliver sends them again.`,
      });
  }
  return found;
}
