// The program as one file of modules, each evaluated when something of it is used for the first time: a command loads what it
// needs and nothing else. Our modules may be evaluated in any order, as none of them keeps state or does anything but define.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

/** What wakes the modules; it is written before them. */
const RUNTIME = join(root, 'scripts', 'lazy-runtime.cjs');

/** Tables whose rows are mostly not asked for: each row is read when it is. */
const TABLES = new Set(['src/operations/table.ts', 'src/cli/render/render.ts']);

/**
 * One script: a function that runs an entry (`start-program.ts` calls it). `entries` are sources by name; `outside` are files of their own,
 * by how a source imports them; `common` are esbuild's options, with the packages that stay outside.
 */
export async function bundleLazily(entries, outside, common) {
  const options = { ...common, keepNames: false, legalComments: 'none', write: false };
  const sources = await sourcesOf(Object.values(entries), options);
  const own = await ownModules(sources, options);
  const packages = await packageModules(own, options);
  const modules = [...own, ...packages];
  const numbers = new Map(modules.map(({ name }, at) => [name, at]));
  const texts = modules.map((module) => bound(module, numbers, outside));
  const entryNumbers = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, numbers.get(source)]),
  );
  const text = [
    readFileSync(RUNTIME, 'utf8'),
    `const entries=${JSON.stringify(entryNumbers)};`,
    `const names=${JSON.stringify(modules.map(({ names }) => names.join(' ')))};`,
    `const factories=[\n${texts.join(',\n')}\n];`,
    '__wake(entries[entry]);',
    'return () => Object.keys(woken).map(Number);',
    '})',
  ].join('\n');
  // What is kept of it is known by this.
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}\n`;
}

/** Each source that an entry leads to, with what it imports. */
async function sourcesOf(entryPoints, options) {
  const { metafile } = await build({
    ...options,
    entryPoints,
    outdir: 'unwritten',
    metafile: true,
  });
  return Object.entries(metafile.inputs).filter(([path]) => !path.includes('node_modules'));
}

async function ownModules(sources, options) {
  const paths = sources.map(([path]) => path);
  const { banner: _banner, alias: _alias, plugins: _plugins, ...plain } = options;
  const each = {
    ...plain,
    bundle: false,
    splitting: false,
    external: undefined,
    define: { 'import.meta.url': 'moduleUrl' },
    entryPoints: paths,
    outbase: root,
    outdir: join(root, 'unwritten'),
    metafile: true,
  };
  // What a module exports is told of modules alone.
  const [{ outputFiles }, { metafile }] = await Promise.all([
    build({ ...each, format: 'cjs' }),
    build({ ...each, format: 'esm' }),
  ]);
  const namesOf = new Map(
    Object.values(metafile.outputs).map(({ entryPoint, exports: names }) => [entryPoint, names]),
  );
  return sources.map(([path, { imports }], at) => ({
    name: path,
    text: outputFiles[at].text,
    names: namesOf.get(path),
    imports: imports.map((imported) => ({
      ...imported,
      // A package is known by what it is called, whatever file of it that is.
      target: imported.path.includes('node_modules') ? imported.original : imported.path,
    })),
  }));
}

/** The packages that our modules import, bundled, what they share apart. */
async function packageModules(own, options) {
  const asked = own.flatMap(({ imports }) =>
    imports.filter(({ path }) => path.includes('node_modules')).map(({ original }) => original),
  );
  const specifiers = [...new Set(asked)].sort();
  const folder = join(root, 'unwritten');
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: undefined,
    entryPoints: specifiers.map((specifier, at) => ({ in: specifier, out: `package-${at}` })),
    outdir: folder,
    chunkNames: 'shared-[hash]',
    metafile: true,
    banner: {},
  });
  const outputs = Object.entries(metafile.outputs);
  const nameOf = (path) => {
    const at = /package-(\d+)\.js$/.exec(path)?.[1];
    return at === undefined ? path.replace(/^.*\//, './') : specifiers[Number(at)];
  };
  return Promise.all(
    outputs.map(async ([path, { exports: names, imports }], at) => {
      const text = outputFiles.find(({ path: each }) => each.endsWith(path.replace(/^.*\//, '/')))?.text;
      if (text === undefined) throw new Error(`${path} of output ${at} is missing`);
      const { outputFiles: [file] } = await build({
        absWorkingDir: root,
        stdin: { contents: text, resolveDir: folder, sourcefile: path },
        format: 'cjs',
        platform: 'node',
        target: options.target,
        define: { 'import.meta.url': 'moduleUrl' },
        minifyWhitespace: true,
        lineLimit: options.lineLimit,
        write: false,
        logLevel: 'warning',
      });
      return {
        name: nameOf(path),
        text: file.text,
        names,
        imports: imports
          .filter(({ external }) => external !== true)
          .map((each) => ({ ...each, original: each.path.replace(/^.*\//, './'), target: nameOf(each.path) })),
      };
    }),
  );
}

/** A module's text with the modules that it imports by their numbers. */
function bound({ name, text, imports }, numbers, outside) {
  const targets = new Map(imports.map(({ original, target }) => [original, numbers.get(target)]));
  const within = text
    // These are no modules of Node's that have a default.
    .replace(/__toESM\(\s*require\("([^"]+)"\),\s*1\)/g, (whole, name) =>
      targets.get(name) === undefined ? whole : `__toESM(require("${name}"))`,
    )
    .replace(/(^|[;\n}])?require\("([^"]+)"\)/g, (whole, before, name) => {
      const number = targets.get(name);
      if (number === undefined) return whole;
      // Imported for what it does: now.
      return before === undefined ? `__need(${number})` : `${before}__wake(${number})`;
    })
    .replace(/\bimport\(("[^"]+"|\w+)\)/g, (whole, name) => {
      const number = targets.get(name.slice(1, -1));
      if (number !== undefined) return `__later(${number})`;
      return `__import(${JSON.stringify(outside[name.slice(1, -1)]) ?? name})`;
    });
  return `function(module,exports){${TABLES.has(name) ? rowsOnDemand(within) : within}}`;
}

/** A table's rows that are imports as getters. */
function rowsOnDemand(text) {
  return text.replace(
    /([{,]\s*)(\w+):\s*(import_\w+\.\w+)(?=\s*[,}])/g,
    (_, before, name, value) => `${before}get ${name}(){return ${value}}`,
  );
}
