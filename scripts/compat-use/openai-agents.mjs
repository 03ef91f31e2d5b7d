// Uses a Session of the OpenAI Agents SDK: its runner stores a conversation in a bank over two
// runs.
import { strict as assert } from 'node:assert';
import { met, refuses, told } from './told.mjs';
import { Agent, Runner, Usage } from '@openai/agents-core';
import { openMemory } from 'mneme';
import { MnemeSession } from 'mneme/compat';

const asked = [];
const replies = ['Noted, Porto it is.', 'You live in Porto.'];
/** A mock model with scripted answers, which records its inputs. */
const model = {
  async getResponse({ input }) {
    asked.push(input);
    const text = replies.shift();
    return {
      usage: new Usage(),
      responseId: 'r1',
      output: [
        {
          type: 'message',
          id: `m${asked.length}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text }],
        },
      ],
    };
  },
  getStreamedResponse() {
    throw new Error('not asked for');
  },
};

const memory = await openMemory({ file: ':memory:' });
const session = new MnemeSession({ memory, sessionId: 'chat-1', names: { user: 'Tom' } });
const agent = new Agent({ name: 'Helper', instructions: 'Help.', model });
const runner = new Runner({ tracingDisabled: true });
const first = await runner.run(agent, 'I moved to Porto.', { session });
assert.equal(first.finalOutput, 'Noted, Porto it is.');
met('a run with a session');
const again = new MnemeSession({ memory, sessionId: 'chat-1' });
const second = await runner.run(agent, 'Where do I live?', { session: again });
assert.equal(second.finalOutput, 'You live in Porto.');
assert.deepEqual(
  asked[1].map(({ role }) => role),
  ['user', 'assistant', 'user'],
);
met('the next run goes on from it');
assert.equal((await session.getItems()).length, 4);
assert.equal((await session.getItems(1))[0].role, 'assistant');
assert.equal((await session.popItem()).role, 'assistant');
assert.equal((await session.getItems()).length, 3);
met('getItems, popItem');
const { results } = await memory.recall('Where does Tom live?');
assert.match(results[0].content, /Porto/);
met('what was said is recalled');
await session.clearSession();
assert.deepEqual(await session.getItems(), []);
met('clearSession');
const bytes = {
  type: 'message',
  role: 'user',
  content: [{ type: 'input_image', image: new Uint8Array(3) }],
};
await refuses('bytes in an item', () => session.addItems([bytes]), /data:/);
await memory.close();
told();
