import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('../../dist/bin/console', import.meta.url));
const KILOBYTE = 1_000;

/** Scripts as they are sent: what the first page names, and all there are. In thousands of bytes, compressed. */
export function scriptSizes(): Record<string, number> {
  const page = gunzipSync(readFileSync(`${FOLDER}/index.html.gz`)).toString();
  const size = (name: string): number => readFileSync(`${FOLDER}/${name}.gz`).length / KILOBYTE;
  const sum = (names: readonly string[]): number => names.reduce((all, name) => all + size(name), 0);
  const scripts = readdirSync(FOLDER).flatMap((name) =>
    name.endsWith('.js.gz') ? [name.slice(0, -'.gz'.length)] : [],
  );
  return {
    script_first_kb: sum(scripts.filter((name) => page.includes(name))),
    script_all_kb: sum(scripts),
  };
}
