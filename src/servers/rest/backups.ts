import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/parse-input.js';
import { assertAdministersFile } from '../auth/admission.js';
import type { BodyLimits } from '../auth/limited-body.js';
import type { KeptBackups } from '../running/kept-backups.js';
import type { LongWork } from '../running/long-work.js';
import type { DoorApp } from './door-app.js';
import { parseObjectBody, readText } from './read-body.js';

export const BACKUPS = '/v1/backups';
/** Work on the whole file is of no bank. */
const NO_BANK = '';

export const BackupInput = z.strictObject({
  encrypt: z
    .boolean()
    .default(false)
    .describe('Seals it under the passphrase that the server was configured with.'),
});

export interface BackupParts {
  readonly backups: KeptBackups;
  readonly work: LongWork;
  readonly limits: BodyLimits;
}

/** A whole copy of the file, made while it is in use, and taken away over the same door: no request names a path of this machine. */
export function addBackups(app: DoorApp, { backups, work, limits }: BackupParts): void {
  app.get(BACKUPS, (asked) => {
    assertAdministersFile(asked.get('caller'));
    return asked.json(work.list(asked.get('caller'), NO_BANK));
  });
  app.post(BACKUPS, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const { encrypt } = parseInput(
      BackupInput,
      parseObjectBody(await readText(asked.env.incoming, limits)),
      'backup',
    );
    const name = `mneme-${new Date().toISOString().slice(0, 10)}-${randomBytes(6).toString('hex')}.backup`;
    const started = work.start(
      { caller: asked.get('caller'), bank: NO_BANK, operation: 'backup' },
      async (context) => JSON.stringify(await backups.make(name, encrypt, context)),
    );
    return asked.json(started, 202, { location: `${BACKUPS}/operations/${started.id}` });
  });
  app.get(`${BACKUPS}/operations/:id`, (asked) => {
    assertAdministersFile(asked.get('caller'));
    return asked.json(work.get(asked.get('caller'), NO_BANK, asked.req.param('id')));
  });
  app.get(`${BACKUPS}/:name`, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    const name = asked.req.param('name');
    const path = backups.pathOf(name);
    if (path === null)
      throw new MnemeError('not_found', 'There is no such backup any more.', {
        field: 'name',
        value: name,
        hint: 'It is kept for a quarter of an hour: POST /v1/backups makes another.',
      });
    const { size } = await stat(path);
    return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    });
  });
  app.delete(`${BACKUPS}/:name`, async (asked) => {
    assertAdministersFile(asked.get('caller'));
    await backups.remove(asked.req.param('name'));
    return new Response(null, { status: 204 });
  });
}
