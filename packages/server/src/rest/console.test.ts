import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { ConsoleSessions, type ConsoleSession } from './console.js';

const requestOf = ({ id }: ConsoleSession): IncomingMessage =>
  ({
    headers: { cookie: `mneme-console-4488=${id}` },
    socket: { localPort: 4488 },
  }) as unknown as IncomingMessage;

it('lets no key push out another one’s sessions, however many it opens', () => {
  const sessions = new ConsoleSessions(() => 0);
  const admin = sessions.open('mnk_admin');
  const own = Array.from({ length: 1_001 }, () => sessions.open('mnk_reader'));
  expect(sessions.of(requestOf(admin))?.key).toBe('mnk_admin');
  const left = own.filter((each) => sessions.of(requestOf(each)) !== null);
  expect(left).toHaveLength(20);
  expect(left.at(-1)).toBe(own.at(-1));

  // At the total limit, sessions of the keys with most sessions are dropped.
  for (let key = 0; key < 60; key++)
    for (let each = 0; each < 20; each++) sessions.open(`mnk_${key}`);
  expect(sessions.of(requestOf(admin))?.key).toBe('mnk_admin');
});
