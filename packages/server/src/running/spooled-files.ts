import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupReport } from '@mneme/core/domain/import-export.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { OperationContext } from '@mneme/core/operations/operation.js';
import { type BodyLimits, limitedBody } from '../auth/request.js';
import type { LongWork, Work } from './jobs.js';
import type { Call, Runner } from './runner.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { isRunning } from '@mneme/core/disk/files.js';

/** Kinds of temporary folders. */
const KINDS = ['upload', 'backup'] as const;
type SpoolKind = (typeof KINDS)[number];

/** Age at which a folder of another machine, or of an earlier version, counts as abandoned. */
const ABANDONED_MS = 7 * 86_400_000;
/** Characters that `mkdtemp` appends. */
const RANDOM_LETTERS = 6;

/** Machines or containers may share a temporary folder, with the same process ids. */
const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A folder that only this user can read, named after this process. */
function makeSpoolFolder(kind: SpoolKind): Promise<string> {
  return mkdtemp(join(tmpdir(), `mneme-${kind}-${machine()}-${process.pid}-`));
}

/** Removes the folders of killed processes: they contain uploads and backups, in clear unless the memory is sealed. */
export async function sweepSpoolFolders(now: number): Promise<void> {
  const names = await readdir(tmpdir()).catch((): string[] => []);
  for (const name of names) {
    const owner = ownerOf(name);
    if (owner === null) continue;
    const folder = join(tmpdir(), name);
    if (await isAbandoned(folder, owner, now))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The owner in a folder's name; earlier versions put none there. */
interface FolderOwner {
  readonly on: string | null;
  readonly by: number;
}

function ownerOf(name: string): FolderOwner | null {
  const [head, kind = '', ...rest] = name.split('-');
  const random = rest.at(-1)?.length === RANDOM_LETTERS;
  if (head !== 'mneme' || !KINDS.some((each) => each === kind) || !random) return null;
  if (rest.length === 1) return { on: null, by: 0 };
  return rest.length === 3 ? { on: rest[0] ?? null, by: Number(rest[1]) } : null;
}

async function isAbandoned(folder: string, { on, by }: FolderOwner, now: number): Promise<boolean> {
  const there = await lstat(folder).catch(() => null);
  if (there?.isDirectory() !== true || there.uid !== (process.getuid?.() ?? there.uid))
    return false;
  return on === machine() ? !isRunning(by) : now - there.mtimeMs > ABANDONED_MS;
}

/** The bytes of one upload on disk. */
interface HeldBytes {
  /** Passes on the chunks and counts them. Throws `rate_limited` once the caller exceeds the quota. */
  counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  release(): void;
}

/** Counts the bytes of uploads not yet imported: all uploads of a caller together may be as long as one. */
export class UploadQuota {
  readonly #held = new Map<string, number>();

  /** `bytes` is the quota of each caller; `sealed` turns an upload into what may lie on a disk. */
  constructor(
    private readonly bytes: number,
    readonly sealed: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> = (pieces) =>
      pieces,
  ) {}

  begin(caller: string): HeldBytes {
    let own = 0;
    return {
      counted: (pieces) => this.#count(caller, pieces, (length) => (own += length)),
      release: () => {
        this.#add(caller, -own);
        own = 0;
      },
    };
  }

  async *#count(
    caller: string,
    pieces: AsyncIterable<Uint8Array>,
    count: (length: number) => void,
  ): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      count(piece.length);
      if (this.#add(caller, piece.length) > this.bytes)
        throw new MnemeError(
          'rate_limited',
          `More than ${this.bytes} bytes of yours wait to be imported.`,
          { value: 5, hint: 'Send the next file when one of them is imported.' },
        );
      yield piece;
    }
  }

  #add(caller: string, length: number): number {
    const held = (this.#held.get(caller) ?? 0) + length;
    if (held <= 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    return held;
  }
}

interface Upload {
  readonly call: Omit<Call, 'input' | 'uploaded'> & {
    readonly input: Readonly<Record<string, unknown>>;
  };
  /** The upload's stream. */
  readonly body: () => ReadableStream<Uint8Array> | null;
}

interface UploadParts {
  readonly runner: Runner;
  readonly work: LongWork;
  readonly limits: BodyLimits;
  readonly quota: UploadQuota;
}

/**
 * Spools a file to disk and imports it afterwards: a slow sender does not block the bank, and may disconnect once the
 * file was sent. Nothing is read before a slot is reserved, and the file is removed after the import, also when it
 * fails. Throws `rate_limited`.
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

/** A body in a temporary file that only this user can read; {@link Spooled.remove} deletes it. */
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
  // The extension gives the format; no other part of a foreign name gets into a path.
  const path = join(folder, `upload${/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''}`);
  try {
    const sent = body();
    await pipeline(
      Readable.from(
        sent === null
          ? []
          : quota.sealed(held.counted(limitedBody(sent, uploadBytes, () => patienceMs))),
      ),
      createWriteStream(path, { mode: 0o600 }),
    );
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** How long a backup is kept for download. */
const KEPT_MS = 15 * 60_000;

interface Kept {
  readonly path: string;
  readonly folder: string;
  readonly timer: NodeJS.Timeout;
}

/** A backup's report without its path, which is not disclosed. */
export type MadeBackup = Omit<BackupReport, 'path'> & { readonly name: string };

/** Backups requested over a protocol, in folders that only this user can read, until they are downloaded or expire. */
export class BackupDownloads {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly memory: Mneme) {}

  /**
   * Throws `interrupted`, `disk_full`, `invalid_input` when encryption is requested without a passphrase configured.
   */
  async make(name: string, encrypt: boolean, context: OperationContext): Promise<MadeBackup> {
    const folder = await makeSpoolFolder('backup');
    try {
      const { path, ...report } = await this.memory.file.backup(join(folder, name), {
        encrypt,
        ...definedOnly({ signal: context.signal, onProgress: context.onProgress }),
      });
      const timer = setTimeout(() => void this.remove(name), KEPT_MS);
      timer.unref();
      this.#kept.set(name, { path, folder, timer });
      return { ...report, name };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Path of a backup; null for an unknown or expired one. */
  pathOf(name: string): string | null {
    return this.#kept.get(name)?.path ?? null;
  }

  async remove(name: string): Promise<void> {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#kept.delete(name);
    clearTimeout(kept.timer);
    await rm(kept.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((name) => this.remove(name)));
  }
}
