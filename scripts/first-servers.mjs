// Runs two servers on one file, as two clients start them by the settings from `mneme setup`: part
// of first-day.mjs.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run, verdict } from './checking.mjs';

/** Writes per server. */
const WRITES = 100;
/** Timeout for an answer of a server, in milliseconds. */
const PATIENCE = 60_000;
const MOVING = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'LOCALAPPDATA', 'APPDATA'];

/** The environment of a user with this home. */
export const homeOf = (home) => ({
  HOME: home,
  USERPROFILE: home,
  CLAUDE_CONFIG_DIR: '',
  CODEX_HOME: '',
  ...Object.fromEntries(MOVING.map((name) => [name, ''])),
});

/** A server of the Model Context Protocol, as a client starts it by its settings. */
class Server {
  #next = 1;
  #waiting = new Map();
  said = '';

  constructor({ command, args, env }, home) {
    this.child = spawn(command, args, {
      env: { ...process.env, ...homeOf(home), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.said += text));
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      this.#waiting.get(id)?.(result ?? { isError: true, content: error });
      this.#waiting.delete(id);
    });
    this.gone = new Promise((resolve) => this.child.once('exit', resolve));
    void this.gone.then(() => {
      for (const settle of this.#waiting.values()) settle(null);
      this.#waiting.clear();
    });
  }

  /** The result; null where the server ended before it answered. */
  ask(method, params) {
    const id = this.#next++;
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), PATIENCE);
      this.#waiting.set(id, (result) => {
        clearTimeout(late);
        resolve(result);
      });
      this.#send({ id, method, params });
    });
  }

  async begin() {
    const clientInfo = { name: 'first-day', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  async remember(content) {
    const result = await this.ask('tools/call', { name: 'remember', arguments: { content } });
    return result !== null && result.isError !== true;
  }

  end() {
    this.child.stdin.end();
    return this.gone;
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, () => undefined);
  }
}

const LABELS = ['north', 'south', 'west'];
const sentence = (label, at) =>
  `Parcel ${label}-${at} went to shelf ${at} of the ${label} depot in Leeds.`;

/** Writes up to `count` numbered sentences; returns those that the server acknowledged. */
async function write(server, label, count, told = () => undefined) {
  const kept = [];
  for (let at = 1; at <= count; at++) {
    const content = sentence(label, at);
    if (!(await server.remember(content))) break;
    kept.push(content);
    told(kept.length);
  }
  return kept;
}

/** What the command line reads from the memory while the servers have it open. */
function remembered({ node, mneme, project }, env) {
  const all = [];
  for (let cursor = null; ;) {
    const more = cursor === null ? [] : ['--cursor', cursor];
    const { stdout, stderr } = run(
      node,
      [mneme, 'list', '--json', '--limit', '100', ...more],
      project,
      env,
    );
    if (stderr !== '') return { all, stderr };
    const { memories, next = null } = JSON.parse(stdout);
    all.push(...memories.map(({ content }) => content));
    if (next === null || memories.length === 0) return { all, stderr };
    cursor = next;
  }
}

/** Two clients, each with a server, on the file from setup. */
export async function useServers(day, home) {
  const { check } = day;
  const { mcpServers } = JSON.parse(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8'));
  const start = () => new Server(mcpServers.mneme, home);
  const env = homeOf(home);
  const servers = [start(), start()];
  // In order, as the first server locks the file on behalf of the second.
  for (const server of servers) await server.begin();
  const kept = await Promise.all(servers.map((server, at) => write(server, LABELS[at], WRITES)));
  const found = remembered(day, env);
  const lacking = (texts) => texts.filter((text) => !found.all.includes(text));
  check(
    `first day: two servers at once on one file, ${WRITES} writes each, none lost`,
    verdict(
      [
        ...kept.flatMap((all, at) =>
          all.length === WRITES
            ? []
            : [`${LABELS[at]}: ${all.length} of ${WRITES}`, servers[at].said],
        ),
        ...lacking(kept.flat()).map((text) => `lost: ${text}`),
        found.stderr,
      ].filter((line) => line !== ''),
    ),
  );
  for (const command of ['serve', 'console --no-open'])
    await useListening(day, command.split(' '), env);
  await useKilled(day, servers, env);
  for (const server of servers) await server.end();
}

/**
 * Next to running servers, `mneme serve` answers or exits with one sentence; never with a stack.
 */
async function useListening({ check, node, mneme, project }, args, env) {
  const child = spawn(node, [mneme, ...args, '--port', '0'], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const at = await new Promise((resolve) => {
    const hear = (text) => {
      said += text;
      const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    void gone.then(() => resolve(null));
  });
  const body = JSON.stringify({ query: 'Where did parcel north-7 go?', limit: 1 });
  const headers = { 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body };
  const answer =
    at === null ? null : await fetch(`${at}/v1/banks/default/recall`, asked).catch(() => null);
  const text = (await answer?.text()) ?? '';
  child.kill('SIGTERM');
  await gone;
  const right = text.includes('shelf 7 of the north depot') && !/^\s+at .+:\d+/m.test(said);
  check(`first day: mneme ${args[0]} beside them`, verdict(right ? [] : [said, text]));
}

/**
 * The server that holds the lock is killed while both write: the other continues, and every
 * acknowledged write is stored.
 */
async function useKilled(day, [first, second], env) {
  const kill = (count) => {
    if (count === 10) first.child.kill('SIGKILL');
  };
  const kept = await Promise.all([
    write(first, 'east', WRITES, kill),
    write(second, LABELS[2], WRITES),
  ]);
  const found = remembered(day, env);
  const lost = kept.flat().filter((text) => !found.all.includes(text));
  const twice = found.all.filter((text, at) => found.all.indexOf(text) !== at);
  day.check(
    'first day: one of them is killed, the other goes on, nothing is lost or there twice',
    verdict(
      [
        kept[1].length === WRITES ? '' : `${kept[1].length} of ${WRITES}: ${second.said}`,
        ...lost.map((text) => `lost: ${text}`),
        ...twice.map((text) => `twice: ${text}`),
        found.stderr,
      ].filter((line) => line !== ''),
    ),
  );
}
