import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limitedBody, type BodyLimits } from '../auth/limited-body.js';
import type { LongWork, Work } from './long-work.js';
import type { Call, Runner } from './runner.js';

export interface Upload {
  readonly call: Omit<Call, 'input' | 'uploaded'> & {
    readonly input: Readonly<Record<string, unknown>>;
  };
  /** The file, as it comes. */
  readonly body: () => ReadableStream<Uint8Array> | null;
}

/** A file is written down as it comes, and imported afterwards: a slow sender keeps no bank waiting, and may go once it is sent. */
export async function takeUpload(
  { call, body }: Upload,
  {
    runner,
    work,
    limits,
  }: { readonly runner: Runner; readonly work: LongWork; readonly limits: BodyLimits },
): Promise<Work> {
  const { bank, operation, input } = call;
  const admitted = { ...call, uploaded: true as const };
  await runner.admitted(admitted);
  const name = String(input['path']).replace(/^.*[/\\]/, '');
  const { path, remove } = await spool(body(), name, limits);
  return work.start(bank, operation.name, async (context) => {
    try {
      const report = await runner.perform(admitted, { origin: name, ...input, path }, context);
      return JSON.stringify({ ...(JSON.parse(report) as object), path: name });
    } finally {
      await remove();
    }
  });
}

/** A body in a file of its own that only we can read; {@link Spooled.remove} takes it away. */
interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

async function spool(
  body: ReadableStream<Uint8Array> | null,
  name: string,
  { uploadBytes, patienceMs }: BodyLimits,
): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-upload-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // The format is told from the ending; no other part of a name from elsewhere becomes a path of ours.
  const path = join(folder, `upload${/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''}`);
  try {
    await pipeline(
      Readable.from(body === null ? [] : limitedBody(body, uploadBytes, () => patienceMs)),
      createWriteStream(path, { mode: 0o600 }),
    );
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
