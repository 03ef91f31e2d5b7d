import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limitedBody, type BodyLimits } from '../auth/limited-body.js';
import type { LongWork, Work } from './long-work.js';
import type { Call, Runner } from './runner.js';
import { makeSpoolFolder } from './spool-folder.js';
import type { UploadQuota } from './upload-quota.js';

export interface Upload {
  readonly call: Omit<Call, 'input' | 'uploaded'> & {
    readonly input: Readonly<Record<string, unknown>>;
  };
  /** The file, as it comes. */
  readonly body: () => ReadableStream<Uint8Array> | null;
}

export interface UploadParts {
  readonly runner: Runner;
  readonly work: LongWork;
  readonly limits: BodyLimits;
  readonly quota: UploadQuota;
}

/**
 * A file is written down as it comes, and imported afterwards: a slow sender keeps no bank waiting, and may go once it is sent. None of it is
 * read before it has its place, and nothing of it is left once it was imported, refused or stopped. Throws `rate_limited`.
 */
export async function takeUpload(
  { call, body }: Upload,
  { runner, work, limits, quota }: UploadParts,
): Promise<Work> {
  const { caller, bank, operation, input } = call;
  const admitted = { ...call, uploaded: true as const };
  await runner.admitted(admitted);
  const name = String(input['path']).replace(/^.*[/\\]/, '');
  return work.reserve({ caller, bank, operation: operation.name }, async () => {
    const { path, remove } = await spool(body, name, { limits, quota, caller: caller.id });
    return async (context) => {
      try {
        const report = await runner.perform(admitted, { origin: name, ...input, path }, context);
        return JSON.stringify({ ...(JSON.parse(report) as object), path: name });
      } finally {
        await remove();
      }
    };
  });
}

/** A body in a file of its own that only we can read; {@link Spooled.remove} takes it away. */
interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

async function spool(
  body: Upload['body'],
  name: string,
  {
    limits: { uploadBytes, patienceMs },
    quota,
    caller,
  }: Pick<UploadParts, 'limits' | 'quota'> & { readonly caller: string },
): Promise<Spooled> {
  const held = quota.begin(caller);
  const folder = await makeSpoolFolder('upload');
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    held.release();
  };
  // The format is told from the ending; no other part of a name from elsewhere becomes a path of ours.
  const path = join(folder, `upload${/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''}`);
  try {
    const sent = body();
    await pipeline(
      Readable.from(
        sent === null ? [] : held.counted(limitedBody(sent, uploadBytes, () => patienceMs)),
      ),
      createWriteStream(path, { mode: 0o600 }),
    );
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
