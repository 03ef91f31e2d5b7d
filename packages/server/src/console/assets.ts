import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** A file of the console, stored compressed. */
interface Asset {
  readonly type: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

const PAGE = 'index.html';

/**
 * Loads nothing from other origins, allows no inline script or style, turns no string into markup (trusted types),
 * and forbids framing.
 */
const SAFETY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The files of the console, read on first request. */
export class ConsoleAssets {
  #files: ReadonlyMap<string, Asset> | null = null;

  /** `folder` holds the build; null where there is none. */
  constructor(private readonly folder: string | null) {}

  /** The page itself. Throws `unavailable` where the console was not built. */
  page(request: Request): Response {
    return this.file(PAGE, request);
  }

  /** A file by its name. Throws `not_found`, `unavailable`. */
  file(name: string, request: Request): Response {
    this.#files ??= readFiles(this.folder);
    const asset = this.#files.get(name);
    if (asset === undefined)
      throw new MnemeError('not_found', 'The console has no such file.', {
        field: 'path',
        value: name,
        hint: 'Load the page again: its files have new names after an update.',
      });
    const headers: Record<string, string> = {
      ...SAFETY,
      'content-type': asset.type,
      etag: asset.etag,
      vary: 'accept-encoding',
      // File names contain a hash of the content, except for the page that names the others.
      'cache-control': name === PAGE ? 'no-cache' : 'public, max-age=31536000, immutable',
    };
    if (request.headers.get('if-none-match') === asset.etag)
      return new Response(null, { status: 304, headers });
    if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(asset.gzipped, {
        headers: { ...headers, 'content-encoding': 'gzip' },
      });
    return new Response(new Uint8Array(gunzipSync(asset.gzipped)), { headers });
  }
}

function readFiles(folder: string | null): ReadonlyMap<string, Asset> {
  if (folder === null || !existsSync(join(folder, `${PAGE}.gz`)))
    throw new MnemeError('unavailable', 'The console was not built here.', {
      hint: 'In a checkout, run `npm run build`. REST at /v1 is served as ever.',
    });
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.gz'))
      .map((name): [string, Asset] => {
        const gzipped = new Uint8Array(readFileSync(join(folder, name)));
        const plain = name.slice(0, -'.gz'.length);
        const hash = createHash('sha256').update(gzipped).digest('base64url').slice(0, 22);
        return [
          plain,
          {
            type: TYPES[plain.slice(plain.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
            gzipped,
            etag: `"${hash}"`,
          },
        ];
      }),
  );
}
