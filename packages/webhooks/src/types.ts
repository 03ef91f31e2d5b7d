// Public types of this module for programs that embed a memory.
export type { Webhooking } from './capability.js';
export type { Webhooks, WebhooksInput } from './webhooks.js';
