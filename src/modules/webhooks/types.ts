// What programs that embed a memory see of this room.
export type { Webhooking } from './capability.js';
export type {
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
