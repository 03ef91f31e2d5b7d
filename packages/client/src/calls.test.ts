import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeCalls } from './write-calls.js';

it('what the client knows of the operations is what they say: `npm run calls` writes it anew', () => {
  expect(readFileSync(new URL('calls.ts', import.meta.url), 'utf8')).toBe(writeCalls());
});
