// The import rules as one ESLint rule: package.json says which package may import which, the table
// below says the same of folders within a package. Add a new folder to it, as low as its imports
// allow.
import { readdirSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileMeant } from './import-graph.mjs';
import { root } from './setup.mjs';

/** The workspace packages that each package may import, as its package.json declares. */
const DECLARED = Object.fromEntries(
  readdirSync(`${root}/packages`).map((name) => {
    const { dependencies } = JSON.parse(
      readFileSync(`${root}/packages/${name}/package.json`, 'utf8'),
    );
    return [name, Object.keys(dependencies)];
  }),
);

/** Prefix of a package's paths in the table; core and mneme have none. */
const PLACES = {
  core: '',
  mneme: '',
  agent: 'modules/',
  code: 'modules/',
  import: 'modules/import/',
  webhooks: 'modules/webhooks/',
  postgres: 'adapters/store/postgres/',
  server: 'servers/',
  client: 'client/',
  cli: 'cli/',
  console: 'console/',
};
const MODULE_LIST = 'packages/mneme/src/modules.ts';

/** The package of a file, and its path in the table. */
function placeOf(file) {
  const [, name, path] = /^packages\/([a-z]+)\/src\/(.+)$/.exec(file) ?? [];
  if (name === undefined || PLACES[name] === undefined) return undefined;
  if (file.replace(/\.js$/, '.ts') === MODULE_LIST) return { name, path: 'modules/index.ts' };
  if (name === 'mneme' && path.startsWith('public-types.')) return { name, path: 'index.ts' };
  return { name, path: `${PLACES[name]}${path}` };
}

const FLOWS = ['remember', 'recall'];
const FAMILIES = [
  'adapters/store',
  'adapters/index',
  'adapters/models',
  'adapters/readers',
  'adapters/images',
  'adapters/observers',
  'adapters/system',
];
const SHELVES = ['prompts', 'spaces', 'indexes', 'safety'];
const BELOW_FLOWS = ['domain', 'kernel', 'ports', 'language', ...SHELVES];
/** Allowed for `bank`: the flows, and the types of the module contract. */
const BELOW_BANK = [...BELOW_FLOWS, ...FLOWS, 'modules/module'];
/** Allowed for every module: the flows it takes part in, and the open bank. */
const BELOW_MODULES = [...BELOW_BANK, 'bank'];
/** The modules in order; a later one may import the index.ts of an earlier one. */
const MODULES = [
  ...readFileSync(`${root}/${MODULE_LIST}`, 'utf8').matchAll(
    /from '@mneme\/([a-z]+)\/(?:modules\/)?(?:([a-z-]+)\/)?module\.js'/g,
  ),
].map(([, package_, name = package_]) => `modules/${name}`);
const BELOW_MNEME = [...BELOW_MODULES, ...MODULES];
/** Allowed for declarations of verbs: everything they may call, and the views of their answers. */
const BELOW_ROOMS = [...BELOW_MNEME, 'capabilities', 'mneme', 'operation', 'views'];
const BELOW_OPERATIONS = [...BELOW_ROOMS, 'declarations', 'rooms', 'modules/index'];
/**
 * Files of a module that front ends import: its capability on the façade, the views of its answers,
 * its declarations of verbs, and the module value. They rank above all modules, since a verb may
 * use several; no module imports them.
 */
const FACES = [
  [/^modules\/(?:(?:[a-z-]+\/)*capability|[a-z-]+\/types)\.ts$/, 'capabilities'],
  [/^modules\/[a-z-]+\/(?:operations(?:\.ts$|\/)|former\.ts$)/, 'declarations'],
  [/^modules\/[a-z-]+\/view(?:\.ts$|s\/)/, 'views'],
  [/^modules\/[a-z-]+\/module\.ts$/, 'rooms'],
  [/^operations\/(?:operation|formerly)\.ts$/, 'operation'],
];

const eachOf = (folders, allowed) => Object.fromEntries(folders.map((folder) => [folder, allowed]));

/**
 * What each folder (or root file) may import besides itself; the root files index, open and mneme
 * have rows of their own name.
 */
export const FLOORS = {
  domain: [],
  kernel: ['domain'],
  ports: ['domain'],
  config: ['domain', 'disk'],
  // Paths and files, for every folder that accesses the disk.
  disk: ['domain'],
  language: ['domain'],
  prompts: ['domain', 'ports'],
  ...eachOf(['spaces', 'indexes', 'safety'], ['domain', 'ports', 'language']),
  ...eachOf(FAMILIES, ['domain', 'ports', 'disk']),
  ...eachOf(FLOWS, BELOW_FLOWS),
  'modules/module': [...BELOW_FLOWS, ...FLOWS],
  // An open bank: its caches, its writes, the state of its modules.
  bank: BELOW_BANK,
  ...Object.fromEntries(
    MODULES.map((name, at) => [name, [...BELOW_MODULES, ...MODULES.slice(0, at)]]),
  ),
  // Capabilities beyond the everyday verbs, one file per module: `memory.goals`. They extend the
  // type of a memory, which imports none of them.
  capabilities: [...BELOW_MNEME, 'mneme'],
  mneme: BELOW_MNEME,
  operation: [...BELOW_FLOWS, 'mneme'],
  declarations: [...BELOW_ROOMS, 'format'],
  // A module as a value: its hooks and its verbs.
  rooms: [...BELOW_ROOMS, 'declarations'],
  'modules/index': ['modules/module', 'rooms', ...MODULES],
  operations: BELOW_OPERATIONS,
  // Terminal output, and the views of answers on a terminal.
  format: ['domain'],
  views: [...BELOW_MNEME, 'format'],
  'configured-models': ['open-store', ...BELOW_OPERATIONS, ...FAMILIES, 'config'],
  'open-with': [
    'configured-models',
    'open-store',
    'open-secrets',
    'reader-of',
    ...BELOW_OPERATIONS,
    ...FAMILIES,
    'config',
  ],
  open: ['open-with', 'open-store', ...BELOW_OPERATIONS, ...FAMILIES],
  // Locates the banks: a file, a server, or a given store.
  'open-store': [...BELOW_OPERATIONS, 'adapters/store', 'adapters/system', 'config'],
  // Keys and passphrases from the configuration.
  'open-secrets': [...BELOW_OPERATIONS, 'config'],
  // Selects the reader that turns memories into notes: the caller's own, a program, or the language
  // model.
  'reader-of': [...BELOW_OPERATIONS, 'adapters/readers', 'config'],
  // Copies banks between stores.
  migrate: ['open', 'open-store', 'domain', 'ports'],
  // The other composition root: backups, without opening a memory.
  restore: [...BELOW_OPERATIONS, ...FAMILIES, 'config', 'disk'],
  // Seals a file, without opening a memory.
  'seal-file': ['open-store', ...BELOW_OPERATIONS, ...FAMILIES, 'disk'],
  // Measures configured models on copies of a memory.
  'try-models': ['open', 'restore', ...BELOW_OPERATIONS, 'config'],
  // The public API: it only re-exports, so it may import any public type.
  index: ['open', 'restore', 'seal-file', 'try-models', 'operations', ...BELOW_OPERATIONS],
  servers: ['index', 'open', 'config', 'operations', 'disk', ...BELOW_OPERATIONS],
  // Adapters to the interfaces of other libraries.
  integrations: ['index', 'operation', 'operations', 'mneme', 'domain'],
  // Imports only types of the memory itself, so that it loads fast.
  client: ['index', 'operations', 'servers', ...BELOW_OPERATIONS],
  // Runs in a browser: of the memory it imports the types of inputs and outputs, and the REST
  // client.
  console: ['client', 'operation', 'operations', 'servers', 'domain'],
  cli: [
    'index',
    'open',
    'migrate',
    'seal-file',
    'servers',
    'operation',
    'operations',
    'format',
    'views',
    'domain',
    'config',
  ],
};

const NPM_FOR_DOMAIN = /^zod(\/|$)/;

/**
 * The row of the table for a path: recall/paths/graph.ts → recall, modules/goals/set.ts →
 * modules/goals, open.ts → open.
 */
function unitOf(path) {
  const face = FACES.find(([of]) => of.test(path.replace(/\.js$/, '.ts')));
  if (face !== undefined) return face[1];
  const [first, second] = path.split('/');
  if (second === undefined) return first.replace(/\.[cm]?[jt]sx?$/, '');
  return ['adapters', 'modules'].includes(first)
    ? `${first}/${second.replace(/\.[cm]?[jt]sx?$/, '')}`
    : first;
}

/** Why an import is forbidden, and what to do instead. */
function reasonFor(from, to) {
  const isFlow = (unit) => FLOWS.includes(unit);
  const isModule = (unit) => unit.startsWith('modules/');
  if (isModule(to) && !Object.hasOwn(FLOORS, to))
    return `${to} is not in the list of ${MODULE_LIST}; give it its line there.`;
  if (isModule(to) && isFlow(from)) {
    return (
      'a flow calls what modules have handed in, by a hook of kernel/module.ts, and knows none of them. What both need ' +
      'moves down: types and records into domain, reading of text into language.'
    );
  }
  if (isModule(from) && isModule(to))
    return `a module knows only those that stand before it in ${MODULE_LIST}; move its line, or hand in what it needs.`;
  if (!Object.hasOwn(FLOORS, to)) {
    return `${to} is not in the table of floors; give it a floor in scripts/eslint-floors.mjs.`;
  }
  if (isFlow(from) && isFlow(to)) {
    return (
      "a flow never imports another flow. What two flows share moves down a floor; when one needs another's result, " +
      'the opened bank passes a function whose type lives in domain.'
    );
  }
  if (from.startsWith('adapters/'))
    return 'adapters see domain and ports only, and never another adapter family.';
  if (to.startsWith('adapters/'))
    return 'open-with.ts alone knows adapters; ask for a port (ports) and let it be passed in.';
  if (to === 'config')
    return 'only what opens a memory and the doors (cli, server) read configuration; take the value as an argument.';
  if (from === 'domain')
    return 'domain is the ground and imports nothing of ours; what it needs moves down into domain.';
  if (from === 'cli' && BELOW_OPERATIONS.includes(to))
    return 'the command line reaches the memory through the index.ts or the operations of packages/mneme only.';
  if (SHELVES.includes(from) && SHELVES.includes(to))
    return 'no sideways imports on this floor; what both need moves down into language, ports or domain.';
  return 'floors are imported downward only; what both need moves down to a floor that both may import.';
}

function allowedSentence(from) {
  const names = FLOORS[from];
  return names.length === 0 ? '' : ` ${from} may import ${names.join(', ')}.`;
}

/**
 * The full message for a forbidden import, or undefined when it is allowed. `file` is relative to
 * the root.
 */
export function forbiddenImport(file, specifier) {
  const here = placeOf(file);
  if (here === undefined) return undefined;
  const from = unitOf(here.path);
  if (!Object.hasOwn(FLOORS, from)) return undefined;
  const target = fileMeant(file, specifier);
  if (target === undefined) return forbiddenPackage(here.name, from, specifier);
  // Word lists are data without imports.
  if (target.startsWith('packages/core/data/') && target.endsWith('.json')) return undefined;
  const there = placeOf(target);
  if (there === undefined)
    return `${from} may not import ${target}: what a package needs lies in its src/, or in another package.`;
  if (there.name !== here.name) {
    const name = `@mneme/${there.name}`;
    if (specifier.startsWith('.'))
      return `${from} may not import ${target} by its path: it is another package's, ${name}.`;
    if (!DECLARED[here.name].includes(name))
      return `packages/${here.name} may not import ${name}: its package.json does not declare it. What both need moves down.`;
  }
  const to = unitOf(there.path);
  if (to === from) return undefined;
  const isBefore =
    FLOORS[from].includes(to) ||
    // Modules of other packages come before all of this one.
    (MODULES.includes(from) && MODULES.includes(to) && there.name !== here.name);
  if (!isBefore)
    return `${from} may not import ${to}: ${reasonFor(from, to)}${allowedSentence(from)}`;
  return MODULES.includes(from) && MODULES.includes(to) && !there.path.endsWith('/index.js')
    ? `${from} may not import ${target}: of another module it knows its index.ts alone; what is missing is exported there.`
    : undefined;
}

function forbiddenPackage(name, from, specifier) {
  if (specifier === 'mneme')
    return `${from} may not import the package by its own name: import it from the package of ours that has it.`;
  if (from === 'domain' && !NPM_FOR_DOMAIN.test(specifier))
    return (
      `domain may not import ${specifier}: zod is the one package it may use, and nothing of Node; ` +
      'put a port (ports) before it.'
    );
  const [scope, rest] = specifier.split('/');
  const asked = scope.startsWith('@') ? `${scope}/${rest}` : scope;
  return specifier.startsWith('node:') || DECLARED[name].includes(asked)
    ? undefined
    : `packages/${name} may not import ${asked}: its package.json does not declare it.`;
}

const floors = {
  meta: {
    type: 'problem',
    docs: { description: 'Hold the borders of packages and their import floors: downward only' },
    schema: [],
    messages: { forbidden: '{{message}}', homeless: '{{message}}' },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    if (!file.startsWith('packages/')) return {};
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = forbiddenImport(file, source.value);
      if (message !== undefined)
        context.report({ node: source, messageId: 'forbidden', data: { message } });
    };
    return {
      Program(node) {
        const place = placeOf(file);
        const unit = place === undefined ? file : unitOf(place.path);
        if (Object.hasOwn(FLOORS, unit)) return;
        const message = unit.startsWith('modules/')
          ? `${file} stands in no room of the list of modules; give ${unit} its line in ${MODULE_LIST}.`
          : `${file} stands in no folder of the table of floors; give ${unit} a floor in scripts/eslint-floors.mjs.`;
        context.report({ node, messageId: 'homeless', data: { message } });
      },
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};

/** The ESLint configuration of this rule; tests may import anything. */
export const floorsConfig = {
  name: 'mneme/floors',
  files: ['packages/**/*.{ts,tsx}'],
  ignores: ['**/*.test.ts'],
  plugins: { mneme: { rules: { floors } } },
  rules: { 'mneme/floors': 'error' },
};
