/** A process that is killed while its model reads: nothing is lost, nothing is written twice, and another one goes on. */
import { expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { openModelServer, type ModelRequest, type Reply } from '../support/model-server.js';
import { openTestMemory, temporaryFile, testClock } from '../support/open-test-memory.js';
import { LIBRARY, runProgram, runScript } from '../support/run-node.js';

const TURNS = 6;
const READ = `
  const { openMemory } = await import('${LIBRARY}');
  const memory = await openMemory();
  await memory.rememberAll(Array.from({ length: ${TURNS} }, (_, at) => \`Crate number \${at} has a kettle in it.\`));
  await new Promise((resolve) => setTimeout(resolve, 60_000));
`;

const asked = ({ body }: ModelRequest): string =>
  (body['messages'] as { content: string }[]).at(-1)?.content ?? '';
/** A note for every turn that it is asked about. */
function kettles(request: ModelRequest): Reply {
  const turns = (asked(request).split('<turns>').at(-1) ?? '').matchAll(
    /"turn":"(t\d+)".*?number (\d+)/g,
  );
  const notes = [...turns].map(([, turn, number], at) => ({
    id: `x${at}`,
    turns: [turn],
    about: `crate ${number}`,
    aspect: 'content',
    value: 'kettle',
    text: `Crate ${number} has a kettle in it.`,
  }));
  return { body: { choices: [{ message: { content: JSON.stringify({ notes }) } }] } };
}

it('reading goes on after its process was killed', async () => {
  const server = await openModelServer();
  const file = temporaryFile();
  const env = {
    MNEME_FILE: file,
    MNEME_BANK: 'test',
    MNEME_READING: 'true',
    MNEME_LANGUAGE_MODEL_URL: server.url,
    MNEME_LANGUAGE_MODEL_MODEL: 'reader',
  };
  const settings = { languageModel: { url: server.url, model: 'reader' } };
  // Two turns a request: one is answered, the second never.
  server.behave(kettles, 'silent');
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  const script = READ.replace(
    'openMemory()',
    'openMemory({ reading: { on: true, quietMs: 1, turns: 2 } })',
  );
  const killed = runScript(script, { env, onStarted: (send) => (kill = send) });
  await vi.waitFor(() => expect(server.requests).toHaveLength(2), {
    timeout: 30_000,
    interval: 20,
  });
  kill('SIGKILL');
  expect((await killed).code).toBeNull();

  // Who was killed still has the work for a while: another one waits for that, and asks nothing.
  const options = { file, bank: 'test', ...settings };
  const patient = { on: true, quietMs: 3_000_000 };
  const early = await openMemory({ ...options, reading: patient });
  expect(await early.reading.status()).toMatchObject({
    waiting: TURNS - 2,
    read: 2,
    notes: 2,
    reading: true,
    calls: 2,
  });
  expect((await early.reading.run()).stopped).toMatch(/another process reads/);
  expect(server.requests).toHaveLength(2);
  await early.close();

  server.behave(kettles);
  const later = testClock(Date.now() + 300_000);
  const { memory } = await openTestMemory({ ...options, clock: later, reading: patient });
  expect(await memory.reading.run()).toMatchObject({
    read: TURNS - 2,
    notes: TURNS - 2,
    waiting: 0,
    stopped: null,
  });
  const { memories } = await memory.list({ kinds: ['note'] });
  expect(memories.map(({ content }) => content).sort()).toEqual(
    Array.from({ length: TURNS }, (_, at) => `Crate ${at} has a kettle in it.`),
  );
  expect((await memory.care.doctor()).problems).toEqual([]);
  await memory.close();

  const status = await runProgram(['reading'], { env });
  expect(status.out).toMatch(/6 turns, 6 notes/);
  const run = await runProgram(['read', '--json'], { env });
  expect(JSON.parse(run.out)).toMatchObject({ read: 0, waiting: 0, stopped: null });
});
