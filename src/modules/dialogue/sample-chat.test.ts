import { expect, it } from 'vitest';
import { temporaryFile } from '../../../test/support/open-test-memory.js';
import { runNode } from '../../../test/support/run-node.js';

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
  // What was undone is not told to the next turn.
  expect(out.slice(out.indexOf('The person’s own word'))).not.toContain('cast iron');
  expect(out).toMatch(/has no claim o9/);
});
