// What programs that embed a memory see of this room.
export type { Webhooking } from './capability.js';
export type { Webhooks, WebhooksInput } from './webhooks.js';
