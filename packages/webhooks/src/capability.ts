import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { notForReader } from '@mneme/core/domain/audience.js';
import type { Wait } from '@mneme/core/ports/system.js';
import { WebhookDelivery } from './delivery.js';
import {
  addWebhook,
  listWebhooks,
  readWebhooks,
  removeWebhook,
  testWebhook,
  webhookFailures,
  type Webhooks,
  type WebhooksInput,
} from './webhooks.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly webhooks: Webhooking;
  }
}

/** Endpoints that are notified of changes, delivered by the process that serves the file. */
export class Webhooking {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Lists the endpoints with their delivery state; with `url`, adds one and returns its secret, this once; with `id`,
   * lists its failed events, resends them, sends a test event, or removes it. Throws `invalid_input`, `not_found`,
   * `conflict`.
   */
  async manage(given: WebhooksInput = {}): Promise<Webhooks> {
    const { parts } = this.bank;
    const input = readWebhooks(given);
    const { url, id } = input;
    if (url !== undefined && parts.recipient !== undefined) throw notForReader(parts.recipient);
    if (url !== undefined)
      return this.bank.reversing((bank) => addWebhook({ ...input, url }, bank, parts));
    if (id === undefined) return listWebhooks(input, await this.bank.open(), parts);
    if (input.remove) return this.bank.reversing((bank) => removeWebhook(id, bank, parts));
    if (input.test || input.redeliver) this.bank.assertWritable();
    return input.test
      ? testWebhook(id, await this.bank.open(), parts)
      : webhookFailures({ ...input, id }, await this.bank.open(), parts);
  }

  /**
   * Delivers to the endpoints of every bank of the file until closed; used by servers. Null where the file is opened
   * read-only. `rest` is how to wait between two looks, for tests.
   */
  deliver(
    fault: (error: unknown) => void,
    rest: Wait = this.bank.parts.rest,
  ): WebhookDelivery | null {
    const { parts } = this.bank;
    return parts.readOnly ? null : new WebhookDelivery({ ...parts, rest }, fault);
  }
}
