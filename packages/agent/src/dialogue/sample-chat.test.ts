import { expect, it } from 'vitest';
import { openModelServer, type Reply } from '../../../../test/support/model-server.js';
import { temporaryFile } from '../../../../test/support/open-test-memory.js';
import { runNode } from '../../../../test/support/run-node.js';

it('the sample chat asks two recorded models, takes edits and undoes them', async () => {
  const file = temporaryFile();
  const input = [
    'Which worktop should I take, and what does it cost?',
    '* c1',
    '- o1 noise',
    '+ We cook with cast iron.',
    'undo',
    'And which tap?',
    'bridge',
    '- o9',
    'quit',
  ].join('\n');
  const { code, out, err } = await runNode(['samples/dialogue/chat.mjs', '--file', file], {
    input,
  });
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toMatch(/★ c1/);
  expect(out).toMatch(/− o1 .*\(noise\)/);
  expect(out).toMatch(/qwen said nothing: it said nothing/);
  expect(out).toMatch(/The person put these first:/);
  // Undone edits are not passed to the next turn.
  expect(out.slice(out.indexOf('The person’s own word'))).not.toContain('cast iron');
  expect(out).toMatch(/has no claim o9/);
});

it('the sample chat asks the models of a server, and goes on without those that fail', async () => {
  const server = await openModelServer();
  const said = (content: unknown): Reply => ({ body: { choices: [{ message: { content } }] } });
  const replies: Readonly<Record<string, Reply>> = {
    llama: said('Take oak for the worktop, it is warm.'),
    qwen: said([{ type: 'text', text: '<think>Steel?</think>Oak is warm, take oak.' }]),
    page: { body: '<html>Welcome</html>' },
    gone: { status: 404, body: { error: { message: 'model gone not found' } } },
  };
  server.behave(({ body }) => replies[String(body['model'])] ?? said(null));
  const { code, out, err } = await runNode(
    [
      ...['samples/dialogue/chat.mjs', '--file', temporaryFile()],
      ...['--url', `${server.url}/v1/`, '--models', 'llama, qwen,page,gone,mute'],
    ],
    { input: 'Which worktop?\n+ We cook with cast iron.\nAnd which tap?\nquit\n' },
  );
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toMatch(/c1 {2}Take oak for the worktop, it is warm\. {2}— llama, qwen/);
  expect(out).not.toContain('Steel');
  expect(out).toMatch(/page said nothing: not the answer of a chat: <html>/);
  expect(out).toMatch(/gone said nothing: 404 .*model gone not found/);
  expect(out).toMatch(/mute said nothing/);
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(
    new Set(['/v1/chat/completions']),
  );
  // Every model is asked again, with the person's edits.
  expect(server.requests).toHaveLength(10);
  for (const { body } of server.requests.slice(5))
    expect(JSON.stringify(body['messages'])).toContain('cast iron');
});
