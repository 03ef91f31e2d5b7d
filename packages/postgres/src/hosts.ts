import { ConnectionLost, type PgClientClass, type PgListener, type PgSettings } from './driver.js';

/**
 * Where a server stands, and how often a standby of its line has been promoted: what a former primary writes is not in
 * the line of the present one.
 */
const STANDING = `
  SELECT standby, CASE WHEN standby THEN 0
    ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END AS timeline
  FROM (SELECT pg_is_in_recovery() AS standby) AS here`;

/** The hosts of an address, a primary and its standbys: new connections go to the one that was last seen to write. */
export class Hosts {
  #at = 0;
  #timeline = 0;

  /** The address of each host. */
  constructor(private readonly addresses: readonly string[]) {}

  get current(): string {
    return this.addresses[this.#at] ?? '';
  }

  /** Connections go to the next host from now on, unless they do already. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.addresses.length;
  }

  /** Throws {@link ConnectionLost} for a standby, and for a primary that was replaced. */
  async assertPrimary(client: PgListener): Promise<void> {
    const { rows } = await client.query({ text: STANDING });
    const [{ standby, timeline }] = rows as [{ standby: boolean; timeline: number }];
    if (standby) throw new ConnectionLost('the server is a standby');
    if (timeline < this.#timeline) throw new ConnectionLost('the server was replaced as primary');
    this.#timeline = timeline;
  }
}

/**
 * What a pool makes clients of: each connects to the current host and checks it. A host that is not there or not the
 * primary makes the next connection go to the next one.
 */
export function clientOfHosts(
  Client: PgClientClass,
  hosts: Hosts,
  patienceMs: number,
): PgClientClass {
  const make = (settings: PgSettings): PgListener => {
    const address = hosts.current;
    const client = new Client({
      ...settings,
      connectionString: address,
      connectionTimeoutMillis: patienceMs,
    });
    const connectTo = client.connect.bind(client);
    const connectToPrimary = async (): Promise<void> => {
      try {
        await connectTo();
        await hosts.assertPrimary(client);
      } catch (error) {
        hosts.leave(address);
        client.end().catch(() => undefined);
        throw error;
      }
    };
    // The pool gives a function to call; a listener waits.
    client.connect = (done?: (error?: unknown) => void) => {
      const connecting = connectToPrimary();
      if (done !== undefined) connecting.then(() => done(), done);
      return connecting;
    };
    return client;
  };
  // Called with `new`, a function gives the object that it returns.
  return function (settings: PgSettings) {
    return make(settings);
  } as unknown as PgClientClass;
}
