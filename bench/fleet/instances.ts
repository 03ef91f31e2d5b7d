import { programFile, startServer, type Server } from '../load-server.js';

/** Words alone: what a fleet is asked here is not what texts mean. */
const PLAIN = { MNEME_EMBEDDER_PACKAGE: 'none' };

export interface InstanceOptions {
  readonly store: string;
  readonly threads: number;
  /** The program that it starts. Default: the one that is built. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An instance of the server, in a process that is started and killed again and again. */
export class Instance {
  #server: Server | null = null;

  constructor(private options: InstanceOptions) {}

  /** Null while it is down. */
  get url(): string | null {
    return this.#server?.url.href ?? null;
  }

  get server(): Server | null {
    return this.#server;
  }

  /** Throws when it ends before it serves. */
  async start(more: Partial<InstanceOptions> = {}): Promise<this> {
    this.options = { ...this.options, ...more };
    const { store, threads, program = programFile(), environment = PLAIN } = this.options;
    const flags = ['--store', store, '--threads', String(threads), '--rate', '0'];
    const server = await startServer(flags, environment, program);
    this.#server = server;
    void server.exited.then(() => {
      if (this.#server === server) this.#server = null;
    });
    return this;
  }

  /** At once, as the machine goes, or in its own time. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.child.kill(signal);
    await server?.exited;
  }
}

/** Starts instances one after the other, as the cores of one machine are few, and ends those that came up when one does not. */
export async function startInstances(
  count: number,
  options: InstanceOptions,
): Promise<readonly Instance[]> {
  const instances = Array.from({ length: count }, () => new Instance(options));
  try {
    for (const instance of instances) await instance.start();
  } catch (error) {
    await endInstances(instances);
    throw error;
  }
  return instances;
}

export async function endInstances(instances: readonly Instance[]): Promise<void> {
  await Promise.all(instances.map((instance) => instance.end()));
}
