import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { textIfThere } from '../../domain/import-export.js';
import type { MemoryFiles, OpenText } from '../../ports/system.js';
import {
  checkOf,
  folderKey,
  headOf,
  openSegment,
  sealSegment,
  type Segment,
  type SegmentHead,
} from './segment.js';

const Meta = z.object({
  format: z.literal('mneme-sync-1'),
  sync: z.string().regex(/^\w{8}$/),
  bank: z.string(),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  check: z.string(),
});
type Meta = z.output<typeof Meta>;

const META = 'mneme-sync.json';
const DEVICE = /^[0-9a-f]{8}$/;
const SEGMENT = /^(\d{8})\.(?:segment|erasure)$/;

/** A file that is not taken into account, and why. */
export interface LeftOut {
  readonly file: string;
  readonly why: string;
}

export interface FolderListing {
  readonly devices: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly left: readonly LeftOut[];
}

const placeOf = ({
  device,
  number,
  erasure,
}: Pick<SegmentHead, 'device' | 'number' | 'erasure'>): string =>
  `${device}/${String(number).padStart(8, '0')}.${erasure ? 'erasure' : 'segment'}`;

/** Eight letters that nobody else has. */
export const newName = (): string => randomBytes(4).toString('hex');

type Disk = Pick<MemoryFiles, 'list' | 'exchange' | 'sweep'> & { readonly openText: OpenText };

interface Opening {
  readonly bank: string;
  readonly secret: string | undefined;
  /** Whether a new folder is made, or only thought of. */
  readonly begins: 'made' | 'thought of' | 'refused';
}

/** A folder that several machines share: each writes in a folder of its own, and a segment never changes but by erasing. */
export class SharedFolder {
  private constructor(
    readonly path: string,
    private readonly disk: Disk,
    private readonly meta: Meta,
    private readonly key: Buffer,
  ) {}

  /**
   * Reads what the folder is. Throws `invalid_input` for a wrong or missing key and for a path that is no folder,
   * `conflict` for a folder of another bank, `not_found` where there is none and none is to be made, `corrupt`.
   */
  static async open(
    path: string,
    disk: Disk,
    { bank, secret, begins }: Opening,
  ): Promise<SharedFolder> {
    if (secret === undefined) throw keyMissing(path);
    let meta = await readMeta(path, disk);
    if (meta === null) {
      await assertUsable(path, disk);
      if (begins === 'refused') throw notThere(path);
      const [sync, salt] = [newName(), randomBytes(16).toString('hex')];
      const key = await folderKey(secret, salt);
      const made: Meta = { format: 'mneme-sync-1', sync, bank, salt, check: checkOf(key, sync) };
      if (begins === 'made')
        await disk.exchange(join(path, META), `${JSON.stringify(made)}\n`, null);
      // Another machine may have made it at the same moment.
      meta = (await readMeta(path, disk)) ?? made;
    }
    if (meta.bank !== bank)
      throw new MnemeError('conflict', `${path} is of another memory: bank ${meta.bank}.`, {
        field: 'sync.folder',
        value: path,
        hint: `Name another folder, or that bank with --bank ${meta.bank}.`,
      });
    const key = await folderKey(secret, meta.salt);
    if (checkOf(key, meta.sync) !== meta.check) throw keyWrong(path);
    return new SharedFolder(path, disk, meta, key);
  }

  get sync(): string {
    return this.meta.sync;
  }

  /** The segments of each machine, by number; and what does not belong there. */
  async list(): Promise<FolderListing> {
    const devices = new Map<string, Map<number, string>>();
    const left: LeftOut[] = [];
    const why =
      'a copy that was made by what shares the folder: nothing of it is read, and it may be removed';
    for (const { name, kind, place } of (await this.disk.list(this.path)) ?? []) {
      if (kind === 'file' && /conflict/i.test(name)) left.push({ file: name, why });
      if (kind !== 'folder' || !DEVICE.test(name)) continue;
      const numbers = new Map<number, string>();
      for (const entry of (await this.disk.list(place)) ?? []) {
        const found = SEGMENT.exec(entry.name);
        if (found !== null) numbers.set(Number(found[1]), entry.name);
        else if (/conflict/i.test(entry.name)) left.push({ file: `${name}/${entry.name}`, why });
      }
      devices.set(name, numbers);
    }
    return { devices, left };
  }

  /** Null if it is not there. Throws `corrupt` for one that is cut or of another folder. */
  async segment(device: string, number: number): Promise<Segment | null> {
    for (const erasure of [false, true]) {
      const place = placeOf({ device, number, erasure });
      const text = await this.#text(place);
      if (text === null) continue;
      this.#assertOwn(headOf(text, place), place);
      return openSegment(text, this.key, place);
    }
    return null;
  }

  /** Writes a segment; false, and nothing is written, if there is one of that number. */
  write(segment: Segment): Promise<boolean> {
    return this.#exchange(segment, null);
  }

  /** Writes it in place of what was there. */
  async rewrite(segment: Segment): Promise<void> {
    await this.#exchange(segment, await this.#text(placeOf(segment.head)));
  }

  #exchange(segment: Segment, expected: string | null): Promise<boolean> {
    const text = sealSegment(segment, this.key);
    return this.disk.exchange(join(this.path, placeOf(segment.head)), text, expected);
  }

  /** Removes what a process that was killed left. */
  async sweep(device: string): Promise<void> {
    await this.disk.sweep(this.path);
    if ((await this.disk.list(join(this.path, device))) !== null)
      await this.disk.sweep(join(this.path, device));
  }

  #assertOwn(head: SegmentHead, place: string): void {
    const isOwn = head.sync === this.sync && head.bank === this.meta.bank;
    if (isOwn && placeOf(head) === place) return;
    throw new MnemeError('corrupt', `${place} is of another bank or place.`, {
      field: 'sync.folder',
      value: this.path,
      hint: 'Put it back to where it came from: the machine whose folder this is writes its own again.',
    });
  }

  #text(place: string): Promise<string | null> {
    return textIfThere(join(this.path, place), this.disk.openText);
  }
}

async function readMeta(path: string, { openText }: Disk): Promise<Meta | null> {
  const text = await textIfThere(join(path, META), openText);
  try {
    return text === null ? null : Meta.parse(JSON.parse(text));
  } catch (cause) {
    throw notWhole(path, `${join(path, META)} cannot be read.`, cause);
  }
}

/** A folder that lost what it is is refused: a new one in its place would be another. */
async function assertUsable(path: string, disk: Disk): Promise<void> {
  const entries = (await disk.list(path)) ?? [];
  if (entries.some(({ name, kind }) => kind === 'folder' && DEVICE.test(name)))
    throw notWhole(path, `${path} has segments, and ${META} is missing.`);
}

const notWhole = (path: string, message: string, cause?: unknown): MnemeError =>
  new MnemeError('corrupt', message, {
    field: 'sync.folder',
    value: path,
    hint: 'Let the folder finish copying, or bring that file back from another machine.',
    cause,
  });

const WAYS =
  'Give the same passphrase on each machine, by MNEME_PASSPHRASE or MNEME_PASSPHRASE_FILE; for a sealed memory its key is taken, if there is none.';

const keyMissing = (path: string): MnemeError =>
  new MnemeError(
    'invalid_input',
    `What is shared in ${path} is sealed, and no passphrase was given.`,
    {
      field: 'passphrase',
      hint: `${WAYS} \`openssl rand -hex 32\` makes one.`,
    },
  );

const notThere = (path: string): MnemeError =>
  new MnemeError('not_found', `${path} is empty, and this memory was synced before.`, {
    field: 'sync.folder',
    value: path,
    hint: 'Plug in or mount what it lies on, or let it finish copying. To begin a new folder: --new.',
  });

const keyWrong = (path: string): MnemeError =>
  new MnemeError('invalid_input', `The passphrase does not open ${path}.`, {
    field: 'passphrase',
    hint: `${WAYS} If it is lost, sync into a new folder under another: every machine has all that it has read.`,
  });
