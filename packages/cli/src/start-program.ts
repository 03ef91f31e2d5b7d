import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { cacheFolder, isOwnFolder } from '@mneme/core/config/environment.js';

/** The bundled program. */
type Program = (
  require: NodeJS.Require,
  address: string,
  importer: (name: string) => Promise<unknown>,
) => {
  readonly start: (entry: string) => unknown;
  /** The modules that have been evaluated. */
  readonly evaluated: () => readonly number[];
};

interface Kept {
  /** The modules evaluated when the cache was written. */
  readonly modules: ReadonlySet<number>;
  /** V8's code cache. */
  readonly compiled: Buffer;
}

/** The cache is rewritten once a start has to compile this many modules. */
const MIN_NEW_MODULES = 16;

/** Maximum number of caches, one for each build and Node. */
const MAX_KEPT = 4;

/**
 * Runs an entry of `program.cjs`, in the same folder, with V8's code cache of an earlier start. Without a cache it is
 * compiled as usual: a start never fails for that. `importer` imports external packages, resolved from the caller.
 */
export function startProgram(entry: string, importer: (name: string) => Promise<unknown>): void {
  // Without this, V8 drops the bytecode of code that ran once, as modules do, before it can be
  // cached.
  setFlagsFromString('--no-flush-bytecode');
  const address = new URL('program.cjs', import.meta.url);
  const filename = fileURLToPath(address);
  const source = readFileSync(filename, 'latin1');
  const file = fileFor(source);
  const kept = file === null ? null : readKept(file);
  const script = new Script(source, {
    filename,
    ...(kept === null ? {} : { cachedData: kept.compiled }),
  });
  const known = script.cachedDataRejected === false ? kept?.modules : undefined;
  const load = script.runInThisContext() as Program;
  const { start, evaluated } = load(createRequire(address), address.href, importer);
  process.once('exit', () => {
    if (file === null) return;
    const modules = evaluated();
    const added = modules.filter((module) => known?.has(module) !== true);
    if (added.length >= MIN_NEW_MODULES)
      keep(file, [...(known ?? []), ...added], script.createCachedData());
  });
  start(entry);
}

/** The cache file for this build and Node; null where no folder is private to this user. */
function fileFor(source: string): string | null {
  const folder = cacheFolder();
  if (folder === null || !isOwnCache(folder)) return null;
  const stamp = /^\/\/ (\w+)\n/.exec(source)?.[1] ?? '';
  return join(folder, `program-${stamp}-${process.version}-${process.arch}.compiled`);
}

/** Cached code is executed, so only this user may write to its folder. */
function isOwnCache(folder: string): boolean {
  try {
    // Not recursive: nothing is created below a missing home.
    for (const each of [dirname(folder), folder])
      if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  } catch {
    return false;
  }
  return process.platform === 'win32' || isOwnFolder(folder);
}

function readKept(file: string): Kept | null {
  try {
    const bytes = readFileSync(file);
    const count = bytes.readUInt32LE(0);
    const modules = new Set<number>();
    for (let at = 0; at < count; at += 1) modules.add(bytes.readUInt32LE(4 * (at + 1)));
    return { modules, compiled: bytes.subarray(4 * (count + 1)) };
  } catch {
    // Missing or truncated; V8 itself rejects other damage.
    return null;
  }
}

/** The caches in a folder, newest first. */
function keptIn(folder: string): string[] {
  const ageOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(folder)
    .filter((name) => name.startsWith('program-') && name.endsWith('.compiled'))
    .map((name) => join(folder, name))
    .sort((a, b) => ageOf(b) - ageOf(a));
}

/** Written to a temporary file and renamed, as other starts may read it now. */
function keep(file: string, modules: readonly number[], compiled: Buffer): void {
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const header = Buffer.alloc(4 * (modules.length + 1));
    for (const [at, number] of [modules.length, ...modules].entries())
      header.writeUInt32LE(number, 4 * at);
    writeFileSync(written, Buffer.concat([header, compiled]), { mode: 0o600 });
    renameSync(written, file);
    for (const old of keptIn(dirname(file)).slice(MAX_KEPT)) rmSync(old, { force: true });
  } catch {
    // The folder is full or read-only.
    rmSync(written, { force: true });
  }
}
