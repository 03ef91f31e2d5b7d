import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { WebhookDelivery } from './delivery.js';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  webhookFailures,
  type AddWebhookInput,
  type WebhookAdded,
  type WebhookFailures,
  type WebhookFailuresInput,
  type WebhookFilter,
  type WebhookId,
  type WebhookRemoved,
  type Webhooks,
  type WebhookTest,
} from './webhooks.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly webhooks: Webhooking;
  }
}

/** Addresses that are told of what changes, by whoever serves the file. */
export class Webhooking {
  constructor(private readonly bank: BankHandle) {}

  /** Adds an address, told of every change from now on; its secret is in the answer, this once. Throws `invalid_input`, `conflict`. */
  async add(input: AddWebhookInput): Promise<Reversible<WebhookAdded>> {
    return this.bank.reversing((bank) => addWebhook(input, bank, this.bank.parts));
  }

  /** The addresses, and how delivering to each goes. */
  async list(filter: WebhookFilter = {}): Promise<Webhooks> {
    return listWebhooks(filter, await this.bank.open(), this.bank.parts);
  }

  /** Takes one away. Throws `not_found`. */
  async remove(input: WebhookId): Promise<Reversible<WebhookRemoved>> {
    return this.bank.reversing((bank) => removeWebhook(input, bank, this.bank.parts));
  }

  /** Sends a test event now; one that arrives switches it on where it was off. Throws `not_found`, `conflict`. */
  async test(input: WebhookId): Promise<WebhookTest> {
    this.bank.assertWritable();
    return testWebhook(input, await this.bank.open(), this.bank.parts);
  }

  /** Events that were given up; with `redeliver` they are tried again. Throws `not_found`. */
  async failures(input: WebhookFailuresInput): Promise<WebhookFailures> {
    if (input.redeliver === true) this.bank.assertWritable();
    return webhookFailures(input, await this.bank.open(), this.bank.parts);
  }

  /** Delivers to the endpoints of every bank of the file until it is closed: a server does. Null where the file is open to be read alone. */
  deliver(fault: (error: unknown) => void): WebhookDelivery | null {
    const { parts } = this.bank;
    return parts.readOnly ? null : new WebhookDelivery(parts, fault);
  }
}
