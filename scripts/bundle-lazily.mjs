// Bundles the program into one file of modules, each evaluated on first use, so that a command
// loads only what it needs. Our modules may be evaluated in any order, as they only define things
// and keep no state.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './setup.mjs';

/**
 * The runtime of the bundle: evaluates a module on first use. The modules follow it, as functions
 * that return their exports.
 */
const RUNTIME = `'use strict';
(typeof module === 'object' ? module : {}).exports = (function run(require, moduleUrl, __import) {
  const woken = [];
  const __wake = (number) => (woken[number] ??= factories[number]());
  const __later = async (number) => __wake(number);
  // A package outside that is CommonJS, as a module sees it.
  const __toESM = (exported) =>
    exported.__esModule === true ? exported : { default: exported, ...exported };
`;

/** Modules with many values of which few are used: each value is read on access. */
const ON_DEMAND = /^packages\/[a-z]+\/src\/(?:.+\/)?(?:module\.ts|operations(?:\.ts|\/.+))$/;

/**
 * One file: a function that runs an entry, both as the value of a script (`start-program.ts`) and
 * as a module's export (the library). `entries` are sources by name; `common` are esbuild's
 * options, with the external packages.
 */
export async function bundleLazily(entries, common) {
  const options = { ...common, keepNames: false, legalComments: 'none', write: false };
  const sources = await sourcesOf(Object.values(entries), options);
  const own = await ownModules(sources, options);
  const packages = await packageModules(own, options);
  const modules = [...own, ...packages];
  const numbers = new Map(modules.map(({ name }, at) => [name, at]));
  const texts = modules.map((module) => bound(module, numbers));
  const entryNumbers = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, numbers.get(source)]),
  );
  const whole = [
    RUNTIME,
    `const entries=${JSON.stringify(entryNumbers)};`,
    `const factories=[\n${texts.join(',\n')}\n];`,
    'return{start:(entry)=>__wake(entries[entry]),evaluated:()=>Object.keys(woken).map(Number)};',
    '})',
  ].join('\n');
  const { minifyWhitespace, minifySyntax, lineLimit, target } = common;
  const { code: text } = await transform(whole, {
    ...{ minifyWhitespace, minifySyntax, lineLimit, target },
    loader: 'js',
  });
  // Identifies the build for the code cache.
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}\n`;
}

/** Each source reachable from an entry, with its imports. */
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
  const { absWorkingDir, platform, target, logLevel, plugins } = options;
  const { outputFiles } = await build({
    ...{ absWorkingDir, platform, target, logLevel, plugins },
    write: false,
    format: 'cjs',
    define: { 'import.meta.url': 'moduleUrl' },
    entryPoints: paths,
    outbase: root,
    outdir: join(root, 'unwritten'),
  });
  return sources.map(([path, { imports }], at) => ({
    name: path,
    text: outputFiles[at].text,
    imports: imports.map((imported) => ({
      ...imported,
      // A package is identified by its specifier, whichever file that resolves to.
      target: imported.path.includes('node_modules') ? imported.original : imported.path,
    })),
  }));
}

/** The packages that our modules import, bundled, with shared code in separate chunks. */
async function packageModules(own, options) {
  const asked = own.flatMap(({ imports }) =>
    imports.filter(({ path }) => path.includes('node_modules')).map(({ original }) => original),
  );
  const specifiers = [...new Set(asked)].sort();
  const folder = join(root, 'unwritten');
  const { outputFiles, metafile } = await build({
    ...options,
    // Stack traces need no names inside of packages.
    minifyIdentifiers: true,
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
    outputs.map(async ([path, { imports }], at) => {
      const text = outputFiles.find(({ path: each }) =>
        each.endsWith(path.replace(/^.*\//, '/')),
      )?.text;
      if (text === undefined) throw new Error(`${path} of output ${at} is missing`);
      const {
        outputFiles: [file],
      } = await build({
        absWorkingDir: root,
        stdin: { contents: text, resolveDir: folder, sourcefile: path },
        format: 'cjs',
        platform: 'node',
        target: options.target,
        define: { 'import.meta.url': 'moduleUrl' },
        write: false,
        logLevel: 'warning',
      });
      return {
        name: nameOf(path),
        text: file.text,
        imports: imports
          .filter(({ external }) => external !== true)
          .map((each) => ({
            ...each,
            original: each.path.replace(/^.*\//, './'),
            target: nameOf(each.path),
          })),
      };
    }),
  );
}

/** What esbuild puts before a module's code: its exports by name. */
const HEAD =
  /^[\s\S]*?^var (\w+) = \{\};\n__export\(\1, \{\n([\s\S]*?)\n\}\);\nmodule\.exports = __toCommonJS\(\1\);\n/m;
/** What esbuild puts after it, for Node's detection of exports. */
const TAIL =
  /\n\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = [\s\S]*$/;

/** A module as a function that returns its exports, with its imports by number. */
function bound({ name, text, imports }, numbers) {
  const targets = new Map(imports.map(({ original, target }) => [original, numbers.get(target)]));
  const [head = '', , exported = ''] = HEAD.exec(text) ?? [];
  const lazy = new Map();
  const body = text
    .slice(head.length)
    .replace(TAIL, '')
    .replace(
      /\b(\w+) = (?:__toESM\()?require\("([^"]+)"\)(?:, 1)?\)?(?=[,;\n])/g,
      (whole, variable, specifier) => {
        const number = targets.get(specifier);
        if (number === undefined) return whole;
        // Any other variable holds a whole module, and its name may mean something else elsewhere.
        if (!variable.startsWith('import_')) return `${variable} = __wake(${number})`;
        lazy.set(variable, number);
        return variable;
      },
    )
    .replace(/\brequire\("([^"]+)"\)/g, (whole, specifier) =>
      targets.get(specifier) === undefined ? whole : `__wake(${targets.get(specifier)})`,
    )
    .replace(/\bimport\(("[^"]+"|\w+)\)/g, (_, quoted) => {
      const specifier = quoted.slice(1, -1);
      const number = targets.get(specifier);
      if (number !== undefined) return `__later(${number})`;
      return `__import(${quoted})`;
    });
  const awake = (code) =>
    code.replace(/\b(import_\w+)\./g, (whole, variable) =>
      lazy.has(variable) ? `(${variable}??=__wake(${lazy.get(variable)})).` : whole,
    );
  const rows = awake(ON_DEMAND.test(name) ? partsOnDemand(body) : body);
  // A CommonJS package: its exports are its default, and may also be imported by name.
  const whole = /^\s*default: \(\) => (\w+),?\s*$/.exec(exported)?.[1];
  if (whole !== undefined) return `function(){${rows}\nreturn{...${whole},default:${whole}}}`;
  return `function(){${rows}\nreturn{${exported
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, key, value] = /^([\w$]+): \(\) => ([\w.$]+)$/.exec(each) ?? [];
      if (value === undefined) throw new Error(`${name} exports ${each}`);
      return value.includes('.') ? `get ${key}(){return ${awake(value)}}` : `${key}:${value}`;
    })
    .join(',')}}}`;
}

/** Replaces imported values in an object literal by getters. */
function partsOnDemand(text) {
  return text.replace(
    /([{,]\s*)(\w+):\s*(import_\w+\.\w+)(?=\s*[,}])/g,
    (_, before, name, value) => `${before}get ${name}(){return ${value}}`,
  );
}
