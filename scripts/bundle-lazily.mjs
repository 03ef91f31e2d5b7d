// The program as one file of modules, each evaluated when something of it is used for the first time: a command loads what it
// needs and nothing else. Our modules may be evaluated in any order, as none of them keeps state or does anything but define.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './setup.mjs';

/** Evaluates a module when something of it is used for the first time. Behind it stand the modules, as functions that give what they export. */
const RUNTIME = `'use strict';
(typeof module === 'object' ? module : {}).exports = (function run(require, moduleUrl, __import) {
  const woken = [];
  const __wake = (number) => (woken[number] ??= factories[number]());
  const __later = async (number) => __wake(number);
  // A package outside that is CommonJS, as a module sees it.
  const __toESM = (exported) =>
    exported.__esModule === true ? exported : { default: exported, ...exported };
`;

/** Rooms and declarations of verbs, most parts of which are not asked for: each is read when it is. */
const ON_DEMAND = /^packages\/[a-z]+\/src\/(?:.+\/)?(?:module\.ts|operations(?:\.ts|\/.+))$/;

/**
 * One file: a function that gives what runs an entry, as a script's value (`start-program.ts`) and as what a module exports (the
 * library). `entries` are sources by name; `common` are esbuild's options, with the packages that stay outside.
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
    // Nobody reads a trace by the names inside of a package.
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

/** What esbuild puts before a module's own text: what it exports, each name with what it stands for. */
const HEAD =
  /^[\s\S]*?^var (\w+) = \{\};\n__export\(\1, \{\n([\s\S]*?)\n\}\);\nmodule\.exports = __toCommonJS\(\1\);\n/m;
/** And behind it, for Node's own reading of exports. */
const TAIL =
  /\n\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = [\s\S]*$/;

/** A module as a function that gives what it exports, with the modules that it imports by their numbers. */
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
        // Any other name stands for a whole module, and may mean something else elsewhere.
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
  // A package of CommonJS: what it exports is its default, and may be asked for by name, too.
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

/** An object's parts that are imports as getters. */
function partsOnDemand(text) {
  return text.replace(
    /([{,]\s*)(\w+):\s*(import_\w+\.\w+)(?=\s*[,}])/g,
    (_, before, name, value) => `${before}get ${name}(){return ${value}}`,
  );
}
