/** Several servers over one PostgreSQL behind a balancer: each bank at one of them, and at another when that one goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanced, nginxProgram } from '../support/nginx.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';
import { serveTestMemory } from '../support/served-memory.js';

interface Told {
  readonly status: number;
  readonly server: string | null;
  readonly body: { readonly results?: readonly { readonly content: string }[] };
}

describe.skipIf(postgresPrograms() === null || nginxProgram() === null)(
  'servers behind nginx',
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await startPostgres();
    }, 60_000);
    afterAll(() => postgres.stop());

    it('keep a bank where it is warm, and lose nothing acknowledged when one of them goes', async () => {
      const servers = [
        await serveTestMemory({ store: postgres.address }),
        await serveTestMemory({ store: postgres.address }),
      ];
      const url = await balanced(servers.map((served) => served.url));
      const ask = async (path: string, body: unknown): Promise<Told> => {
        const response = await fetch(`${url}/v1/banks/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return {
          status: response.status,
          server: response.headers.get('x-server'),
          body: (await response.json()) as Told['body'],
        };
      };
      const banks = Array.from({ length: 12 }, (_, at) => `team-${at}`);
      const home = new Map<string, string | null>();
      for (const bank of banks) {
        const { status, server } = await ask(`${bank}/memories`, {
          content: `${bank} has a heron.`,
        });
        expect(status).toBeLessThan(300);
        home.set(bank, server);
      }
      // Each server has some of them.
      expect(new Set(home.values()).size).toBe(2);
      for (const bank of banks) {
        const { server, body } = await ask(`${bank}/recall`, { query: 'Who has a heron?' });
        expect([server, body.results?.[0]?.content]).toEqual([
          home.get(bank),
          `${bank} has a heron.`,
        ]);
      }
      await servers[0]?.close();
      for (const bank of banks) {
        const { status, body } = await ask(`${bank}/recall`, { query: 'Who has a heron?' });
        expect([status, body.results?.map(({ content }) => content)]).toEqual([
          200,
          [`${bank} has a heron.`],
        ]);
      }
    });
  },
);
