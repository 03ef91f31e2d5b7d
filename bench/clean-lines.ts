import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from './synthetic-text.js';

const ENDINGS = /\.(?:ts|mts|js|mjs|cjs|json|md|css|html|map|lock)$/;
const SKIPPED = new Set(['.git', 'dist', 'results']);
/** Longer lines are minified or maps; they are cut, not left out. */
const LONGEST = 2_000;

/** Lines of source that hold no secret: the project's own and its libraries', with their hashes, maps and tables, and made traps. */
export function cleanLines(root: string, count: number, seed: number): string[] {
  const random = seeded(seed);
  const files = [...walk(root, 0)];
  const lines: string[] = traps(random);
  while (lines.length < count && files.length > 0) {
    const [path] = files.splice(Math.floor(random() * files.length), 1);
    const all = readFileSync(path as string, 'utf8')
      .split('\n')
      .filter((line) => line.trim().length > 8);
    for (let i = 0; i < Math.min(40, all.length); i++)
      lines.push((all[Math.floor(random() * all.length)] ?? '').slice(0, LONGEST));
  }
  return lines.slice(0, count);
}

function* walk(folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 7) yield* walk(path, depth + 1);
    // What plants secrets holds their forms.
    else if (
      entry.isFile() &&
      ENDINGS.test(entry.name) &&
      !/synthetic-secrets|secret-formats|\/safety\/|find-secrets/.test(path)
    )
      yield path;
  }
}

/** What looks like a secret and is none. */
function traps(random: () => number): string[] {
  const hash = (kind: string, form: 'hex' | 'base64'): string =>
    createHash(kind).update(String(random())).digest(form);
  const uuid = (): string =>
    hash('md5', 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return Array.from({ length: 40 }, () => [
    `commit ${hash('sha1', 'hex')}`,
    `"integrity": "sha512-${hash('sha512', 'base64')}",`,
    `id: ${uuid()}`,
    `<img src="data:image/png;base64,iVBORw0KGgo${hash('sha512', 'base64')}${hash('sha512', 'base64')}">`,
    `sha256:${hash('sha256', 'hex')}  mneme-0.1.0.tgz`,
    `ETag: "${hash('md5', 'hex')}"`,
    `const token = await readToken(request.headers.authorization);`,
    `password: z.string().min(8),`,
    `https://cdn.example.org/assets/main.${hash('md5', 'hex').slice(0, 10)}.js`,
    `created_at=${1_600_000_000_000 + Math.floor(random() * 1e11)} order=${Math.floor(random() * 1e10)}`,
    `trace_id=${hash('md5', 'hex')} span_id=${hash('md5', 'hex').slice(0, 16)}`,
    `session_id: ${uuid()}`,
  ]).flat();
}
