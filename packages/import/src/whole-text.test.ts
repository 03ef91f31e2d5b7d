import { expect, it } from 'vitest';
import { wholeText } from './read-document.js';

async function* chunks(): AsyncGenerator<string> {
  yield '\uFEFFab';
  yield 'cä';
}

it('joins the chunks and takes the byte order mark off', async () => {
  expect(await wholeText(chunks())).toEqual({ ok: true, text: 'abcä', bytes: 8 });
});

it('refuses a text over the limit', async () => {
  expect(await wholeText(chunks(), 4)).toMatchObject({
    ok: false,
    item: { ok: false, error: { code: 'malformed_import', hint: 'Split it into several files.' } },
  });
});
