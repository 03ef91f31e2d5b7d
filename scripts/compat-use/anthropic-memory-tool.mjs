// Uses the memory tool of Anthropic's own client: its tool runner passes a model's calls to a bank.
import { strict as assert } from 'node:assert';
import { met, refuses, told } from './told.mjs';
import { createServer } from 'node:http';
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { openMemory } from 'mneme';
import { MnemeMemoryTool } from 'mneme/compat';

const memory = await openMemory({ file: ':memory:' });
const handlers = new MnemeMemoryTool({ memory });

/** The model's calls, one per turn, and the expected results. */
const TURNS = [
  [{ command: 'view', path: '/memories' }, /^Here're the files and directories/],
  [
    {
      command: 'create',
      path: '/memories/notes/ann.md',
      file_text: 'Ann likes tea.\nShe lives in Leeds.\n',
    },
    /^File created successfully/,
  ],
  [{ command: 'view', path: '/memories' }, /\t\/memories\/notes\/ann\.md/],
  [
    { command: 'str_replace', path: '/memories/notes/ann.md', old_str: 'Leeds', new_str: 'Porto' },
    / {5}2\tShe lives in Porto\./,
  ],
  [
    { command: 'insert', path: '/memories/notes/ann.md', insert_line: 0, insert_text: '# Ann\n' },
    /has been edited/,
  ],
  [
    { command: 'view', path: '/memories/notes/ann.md', view_range: [1, 2] },
    / {5}1\t# Ann\n {5}2\tAnn likes tea\.$/,
  ],
  [
    { command: 'create', path: '/memories/../etc/passwd', file_text: 'x' },
    /would escape \/memories/,
  ],
  [
    { command: 'str_replace', path: '/memories/notes/ann.md', old_str: 'coffee', new_str: 'x' },
    /did not appear verbatim/,
  ],
  [
    { command: 'rename', old_path: '/memories/notes', new_path: '/memories/people' },
    /^Successfully renamed/,
  ],
  [{ command: 'delete', path: '/memories/nothing' }, /does not exist/],
];

let turn = 0;
const results = [];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { messages, tools } = JSON.parse(text);
  // Checked once; later requests may omit the tools.
  if (turn === 0) assert(tools.some(({ type }) => type === 'memory_20250818'));
  const last = messages.at(-1).content;
  if (Array.isArray(last)) results.push(...last.filter(({ type }) => type === 'tool_result'));
  const call = TURNS[turn++];
  const content =
    call === undefined
      ? [{ type: 'text', text: 'Done.' }]
      : [{ type: 'tool_use', id: `t${turn}`, name: 'memory', input: call[0] }];
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      id: `m${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'none',
      content,
      stop_reason: call === undefined ? 'end_turn' : 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  );
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const client = new Anthropic({
  apiKey: 'none',
  baseURL: `http://127.0.0.1:${server.address().port}`,
});
const { content } = await client.beta.messages.toolRunner({
  model: 'none',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Keep notes.' }],
  tools: [betaMemoryTool(handlers)],
});
server.close();
assert.equal(content[0].text, 'Done.');
assert.equal(results.length, TURNS.length);
for (const [at, [, expected]] of TURNS.entries()) {
  const answer = results[at].content;
  assert.match(typeof answer === 'string' ? answer : answer[0].text, expected);
  met('a command');
}
const { results: found } = await memory.recall('Where does Ann live?');
assert.match(found[0].content, /Porto/);
met('a file is recalled');
await refuses(
  'a file of over 1,000,000 characters',
  () =>
    handlers.create({ command: 'create', path: '/memories/a', file_text: 'x'.repeat(1_000_001) }),
  /1,000,000|1000000/,
);
await memory.close();
told();
