import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Caller } from '../auth/admission.js';

export interface DoorEnvironment {
  Bindings: HttpBindings;
  Variables: { caller: Caller };
}
/** The HTTP application that every part of the server adds to. */
export type DoorApp = Hono<DoorEnvironment>;
/** One request of it. */
export type DoorContext = Context<DoorEnvironment>;
