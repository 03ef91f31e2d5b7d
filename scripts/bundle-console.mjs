// Bundles the console for browsers: one page, one style sheet, and scripts in chunks loaded on
// demand. They are stored compressed in dist/bin/console/, as they are sent.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { licencesOf } from './bundled-licences.mjs';
import { root } from './setup.mjs';

const SOURCES = join(root, 'packages', 'console', 'src');
const MAX_COMPRESSION = { level: 9 };

/** Builds into `dist/bin/console/`; resolves with the compressed bytes of each file by name. */
export async function bundleConsole() {
  const folder = join(root, 'dist', 'bin', 'console');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'packages/console/src/main.tsx',
      style: 'packages/console/src/styles/index.css',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = (start, end) =>
    [...files.keys()].find((name) => name.startsWith(start) && name.endsWith(end));
  const page = readFileSync(join(SOURCES, 'index.html'), 'utf8')
    .replace('%STYLE%', named('style-', '.css'))
    .replace('%SCRIPT%', named('main-', '.js'))
    .replace('%PARTS%', neededParts(metafile, named('main-', '.js')).map(preload).join('\n'))
    .replace(/\n\s*/g, '\n');
  files.set('index.html', Buffer.from(page));
  files.set('licences.txt', Buffer.from(licencesOf([metafile])));
  files.set('icon.svg', readFileSync(join(SOURCES, 'icon.svg')));
  const sizes = {};
  for (const [name, contents] of files) {
    const compressed = gzipSync(contents, MAX_COMPRESSION);
    sizes[name] = compressed.length;
    writeFileSync(join(folder, `${name}.gz`), compressed);
  }
  return sizes;
}

const preload = (name) => `<link rel="modulepreload" href="/console/${name}" />`;

/** The chunks that the first script needs: loaded in parallel with it instead of after it. */
function neededParts({ outputs }, main) {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const needed = new Set();
  const visit = (name) => {
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      const part = basename(path);
      if (kind !== 'import-statement' || needed.has(part)) continue;
      needed.add(part);
      visit(part);
    }
  };
  visit(main);
  return [...needed];
}
