import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';

const CARD = '4111 1111 1111 1111';
const TOKEN = 'ghp_q8Zr3TnV5xLw1KcY7mJd9PbHs2FgRu4AeQ6i';
const KEY = '0123456789abcdef'.repeat(4);

/** Everything in the file and its log, as bytes. */
function contents(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => {
      try {
        return readFileSync(path, 'latin1');
      } catch {
        return '';
      }
    })
    .join('');
}

describe('personal data', () => {
  it('reaches the file by no door', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const receipt = await memory.remember({
      content: `My token is ${TOKEN} and the card ${CARD}.`,
      speaker: `Ana ${TOKEN}`,
      session: `chat ${TOKEN}`,
      turn: TOKEN,
      origin: `${TOKEN}.md`,
      tags: [TOKEN],
      metadata: { password: 'hunter-4711', [TOKEN]: 4111111111111111 },
    });
    expect(receipt.redacted).toMatchObject({
      token: expect.any(Number) as number,
      card: 2,
      password: 1,
    });
    await memory.accept(`Deploy with ${TOKEN}`);
    const chat = join(temporaryFolder(), 'chat.jsonl');
    writeFileSync(
      chat,
      `${JSON.stringify({ role: 'user', name: 'Ana', content: `use ${TOKEN} there` })}\n`,
    );
    await memory.import(chat, { origin: `export-${TOKEN}` });
    await memory.session('s1').note({
      text: `key ${TOKEN}`,
      event: TOKEN,
      task: TOKEN,
      phase: TOKEN,
      speaker: `Ana ${TOKEN}`,
    });
    await memory.goals.set({ description: `Rotate ${TOKEN}` });
    await memory.forget([receipt.id], `it held ${TOKEN}`);
    await memory.undo({ ids: [receipt.id] });
    const { resultIds, results } = await memory.recall('What is to be deployed?');
    await memory.feedback({
      result: resultIds[0] as string,
      verdict: 'useful',
      note: `because of ${TOKEN}`,
    });
    await memory.recall(`Which service has the token ${TOKEN}?`);
    await memory.context(`Which service has the token ${TOKEN}?`);
    expect(JSON.stringify(results)).not.toContain(TOKEN);
    await memory.flush();
    await memory.close();
    const stored = contents(file);
    expect(stored).toContain('[REDACTED:token]');
    for (const secret of [TOKEN, TOKEN.toLowerCase(), '4111111111111111', CARD, 'hunter-4711'])
      expect(stored.includes(secret)).toBe(false);
  });

  it('leaves no mark in what a matter is called', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(
      `The boiler's thermostat answers to ${TOKEN}, and the card is ${CARD}.`,
    );
    expect((await memory.show(id)).context?.name).toMatch(/thermostat/);
    expect((await memory.show(id)).context?.name).not.toMatch(/redacted|token|card/);
  });

  it('follows the level of the bank', async () => {
    const { memory } = await openTestMemory();
    const text =
      'Maria Weber lives at 24 Clarke Avenue, mail maria@example.com, password: Tr0ub4dor&3';
    const kept = async (): Promise<string> =>
      (await memory.show((await memory.remember(`${text} (${Math.random()})`)).id)).memory.content;
    expect(await kept()).toMatch(
      /Maria Weber lives at 24 Clarke Avenue, mail maria@example.com, password: \[REDACTED:password\]/,
    );
    await memory.care.configure({ privacy: 'standard' });
    expect(await kept()).toMatch(/Clarke Avenue, mail \[REDACTED:email\]/);
    expect(await memory.care.configure({ privacy: 'strict' })).toMatchObject({
      privacy: 'strict',
      changed: true,
    });
    expect(await kept()).not.toMatch(/Weber|Clarke|maria@/);
    await memory.care.configure({ privacy: 'off' });
    expect(await kept()).toContain('Tr0ub4dor&3');
  });

  it('can be put back by who has the key', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file, vaultKey: KEY });
    await memory.care.configure({ tokens: true });
    const first = await memory.remember(`Charge the card ${CARD} for the boat.`);
    const second = await memory.remember(
      `The hotel kept ${CARD} on file, and 5500 0000 0000 0004 too.`,
    );
    const { content } = (await memory.show(second.id)).memory;
    expect(content).toBe('The hotel kept [card_1] on file, and [card_2] too.');
    expect(first.redacted).toEqual({ card: 1 });
    expect(await memory.privacy.reveal(`${content} [card_9]`)).toEqual({
      text: `The hotel kept ${CARD} on file, and 5500 0000 0000 0004 too. [card_9]`,
      revealed: 2,
    });
    expect((await memory.recall('Which card did the hotel keep?')).results[0]?.content).toBe(
      content,
    );
    await memory.close();
    expect(contents(file).includes(CARD)).toBe(false);
    const wrong = (await openTestMemory({ file, vaultKey: 'f'.repeat(64) })).memory;
    await expect(wrong.privacy.reveal('[card_1]')).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'vaultKey',
    });
    await wrong.close();
    const without = (await openTestMemory({ file })).memory;
    await expect(without.privacy.reveal('[card_1]')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(without.care.configure({ tokens: true })).rejects.toMatchObject({
      code: 'unavailable',
    });
    // Without the key the value is redacted for good.
    expect(
      (await without.show((await without.remember(`Again ${CARD}, for the car`)).id)).memory
        .content,
    ).toBe('Again [REDACTED:card], for the car');
    await expect(openTestMemory({ vaultKey: 'short' })).rejects.toMatchObject({
      code: 'invalid_input',
      value: undefined,
    });
  });
});

describe('what is taken out of a note’s sentence', () => {
  it('is taken out of all that the note says beside it', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({
      content: 'The door code of the cabin is 4471.',
      note: {
        ...{
          about: 'the cabin',
          aspect: 'door code',
          value: '4471',
          because: 'no. 44710 was taken',
        },
        asks: ['Is 4471 the code of the door?'],
      },
    });
    const { memory: kept } = await memory.show(id);
    expect(kept).toMatchObject({
      content: 'The door code of the cabin is [REDACTED:password].',
      note: {
        value: '[REDACTED:password]',
        because: 'no. 44710 was taken',
        asks: ['Is [REDACTED:password] the code of the door?'],
      },
    });
    expect((await memory.recall('4471')).results).toEqual([]);
  });
});
