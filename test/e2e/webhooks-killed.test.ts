/** A server that is killed between a change and its webhook: whoever serves the file next sends it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { environment, PROGRAM, ROOT } from '../support/run-node.js';
import { receiver } from '../support/webhook-receiver.js';

const LONG = { timeout: 60_000, interval: 10 };
/**
 * Node's arguments for clocks so many milliseconds ahead, by which nothing takes any time: a server whose first look at
 * the journals took long rests for seconds before its next.
 */
const clocks = (ahead: number): readonly string[] => [
  '--import',
  `data:text/javascript,const { now } = Date; Date.now = () => now() + ${ahead}; performance.now = () => 0;`,
];
/** When the lease of a server that was killed is over. */
const AFTER_LEASE = 20_000;

interface Running {
  readonly url: string;
  readonly process: ChildProcess;
  readonly said: () => string;
}

async function serving(file: string, ahead = 0): Promise<Running> {
  const process_ = spawn(
    process.execPath,
    [...clocks(ahead), join(ROOT, PROGRAM), 'serve', '--file', file, '--port', '0', '--log'],
    {
      cwd: ROOT,
      env: { ...environment(), MNEME_WEBHOOKS: 'loopback' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void process_.kill('SIGKILL'));
  let said = '';
  for (const stream of [process_.stdout, process_.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain('Listening at'), LONG);
  return { url: /http:\S+/.exec(said)?.[0] ?? '', process: process_, said: () => said };
}

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once('exit', resolve));

it('sends what was committed before it was killed, under the id that the receiver knows, and never its secret to the log', async () => {
  const file = temporaryFile();
  const to = await receiver(() => undefined);
  const memory = await openMemory({ file });
  const { secret = '' } = await memory.webhooks.manage({ url: to.url, events: ['remember'] });
  await memory.close();
  const first = await serving(file);
  const remember = (server: Running, content: string) =>
    fetch(`${server.url}/v1/banks/default/memories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
  expect((await remember(first, 'The heron nests by the weir.')).status).toBe(200);
  // It is under way and unanswered, and a second change was acknowledged.
  await vi.waitFor(() => expect(to.received).toHaveLength(1), LONG);
  expect((await remember(first, 'The weir is closed on Mondays.')).status).toBe(200);
  const killed = ended(first.process);
  first.process.kill('SIGKILL');
  await killed;
  to.answer = 200;
  const second = await serving(file, AFTER_LEASE);
  await vi.waitFor(() => expect(to.received).toHaveLength(3), LONG);
  const [before, again, next] = to.received.map(({ id }) => id);
  expect(again).toBe(before);
  expect(next).not.toBe(before);
  // One that never answers does not hold up its end.
  to.answer = () => undefined;
  await remember(second, 'The orchard gate squeaks.');
  await vi.waitFor(() => expect(to.received).toHaveLength(4), LONG);
  const gone = ended(second.process);
  second.process.kill('SIGTERM');
  expect(await gone).toBe(0);
  for (const said of [first.said(), second.said()])
    expect(said).not.toContain(secret.slice('whsec_'.length));
}, 180_000);
