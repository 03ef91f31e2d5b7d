// The import floors of the house, as one ESLint rule: which folder of src/ may import which. A new folder of src/ is added
// to the table below, with the lowest floor that carries it.
import { posix, relative, sep } from 'node:path';

const FLOWS = [
  'remember',
  'recall',
  'reflect',
  'strategies',
  'foresight',
  'curate',
  'importing',
  'forget',
  'feedback',
];
const FAMILIES = [
  'adapters/store',
  'adapters/index',
  'adapters/models',
  'adapters/images',
  'adapters/observers',
  'adapters/system',
];
const SHELVES = ['prompts', 'spaces', 'indexes', 'safety', 'truth'];
const BELOW_FLOWS = ['domain', 'ports', 'language', ...SHELVES];
const BELOW_MNEME = [...BELOW_FLOWS, ...FLOWS, 'engine'];
const BELOW_OPERATIONS = [...BELOW_MNEME, 'capabilities', 'mneme'];

const eachOf = (folders, allowed) => Object.fromEntries(folders.map((folder) => [folder, allowed]));

/** What each folder (or root file) of src/ may import besides itself; the root files index, open and mneme go by their name. */
export const FLOORS = {
  domain: [],
  ports: ['domain'],
  config: ['domain'],
  language: ['domain'],
  prompts: ['domain', 'ports'],
  ...eachOf(['spaces', 'indexes', 'safety', 'truth'], ['domain', 'ports', 'language']),
  ...eachOf(FAMILIES, ['domain', 'ports']),
  ...eachOf(FLOWS, BELOW_FLOWS),
  engine: [...BELOW_FLOWS, ...FLOWS],
  // What a memory can do beside the verbs of every day, a file for each name: `memory.goals`.
  capabilities: BELOW_MNEME,
  mneme: [...BELOW_MNEME, 'capabilities'],
  operations: ['domain', 'engine', 'mneme'],
  open: [...BELOW_OPERATIONS, ...FAMILIES, 'config'],
  // The other composition root: backups that are no open memory.
  restore: [...BELOW_OPERATIONS, ...FAMILIES, 'config'],
  // What a user imports: it only re-exports, so it may reach down to wherever a public type lives.
  index: ['open', 'restore', 'operations', ...BELOW_OPERATIONS],
  servers: ['index', 'open', 'operations', 'mneme', 'engine', 'domain', 'config'],
  // What other libraries ask for, in their own shapes.
  integrations: ['index', 'operations', 'mneme', 'engine', 'domain'],
  // Of the memory itself it knows types alone, so that it loads in a blink.
  client: ['index', 'operations', 'servers', 'mneme', 'engine', 'domain'],
  cli: ['index', 'open', 'servers', 'operations', 'domain', 'config'],
};

const NPM_FOR_DOMAIN = /^zod(\/|$)/;

/** Name of the row in the table that a path below src/ belongs to: recall/paths/graph.ts → recall, open.ts → open. */
function unitOf(path) {
  const [first, second] = path.split('/');
  if (second === undefined) return first.replace(/\.[cm]?[jt]sx?$/, '');
  return first === 'adapters' ? `adapters/${second.replace(/\.[cm]?[jt]sx?$/, '')}` : first;
}

const nameOf = (unit) =>
  ['open', 'index', 'restore', 'mneme'].includes(unit) ? `src/${unit}.ts` : `src/${unit}`;

/** The rule's sentence for a forbidden import, with what to do instead. */
function reasonFor(from, to) {
  const isFlow = (unit) => FLOWS.includes(unit);
  if (!Object.hasOwn(FLOORS, to)) {
    return `src/${to} is not in the table of floors; give it a floor in scripts/eslint-floors.mjs.`;
  }
  if (isFlow(from) && isFlow(to)) {
    return (
      "a flow never imports another flow. What two flows share moves down a floor; when one needs another's result, " +
      'engine passes a function whose type lives in src/domain.'
    );
  }
  if (from.startsWith('adapters/'))
    return 'adapters see src/domain and src/ports only, and never another adapter family.';
  if (to.startsWith('adapters/'))
    return 'src/open.ts alone knows adapters; ask for a port (src/ports) and let src/open.ts pass it in.';
  if (to === 'config') {
    return 'only src/open.ts and the doors (src/cli, src/servers) read configuration; take the value as an argument.';
  }
  if (from === 'domain')
    return 'src/domain is the ground and imports nothing of ours; what it needs moves down into src/domain.';
  if (from === 'cli' && BELOW_OPERATIONS.includes(to)) {
    return 'the command line reaches the engine through src/index.ts or src/operations only.';
  }
  if (['operations', 'servers', 'index'].includes(from)) {
    return `a door talks to src/engine; what it needs of ${nameOf(to)} is offered there, with its types in src/domain.`;
  }
  if (SHELVES.includes(from) && SHELVES.includes(to)) {
    return 'no sideways imports on this floor; what both need moves down into src/language, src/ports or src/domain.';
  }
  return 'floors are imported downward only; what both need moves down to a floor that both may import.';
}

function allowedSentence(from) {
  const names = FLOORS[from].map(nameOf);
  return names.length === 0 ? '' : ` ${nameOf(from)} may import ${names.join(', ')}.`;
}

/** Why an import is forbidden, as a full message, or undefined when it is allowed. `file` is relative to the root. */
export function forbiddenImport(file, specifier) {
  const from = unitOf(file.slice('src/'.length));
  if (!Object.hasOwn(FLOORS, from)) return undefined;
  if (!specifier.startsWith('.')) return forbiddenPackage(from, specifier);
  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  if (!target.startsWith('src/'))
    return `${nameOf(from)} may not import ${target}: what src/ needs lies in src/.`;
  const to = unitOf(target.slice('src/'.length));
  if (to === from || FLOORS[from].includes(to)) return undefined;
  return `${nameOf(from)} may not import ${nameOf(to)}: ${reasonFor(from, to)}${allowedSentence(from)}`;
}

function forbiddenPackage(from, specifier) {
  if (specifier === 'mneme')
    return `${nameOf(from)} may not import the package by its own name: use a relative path.`;
  if (from !== 'domain' || NPM_FOR_DOMAIN.test(specifier)) return undefined;
  return (
    `src/domain may not import ${specifier}: zod is the one package it may use, and nothing of Node; ` +
    'put a port (src/ports) before it.'
  );
}

const floors = {
  meta: {
    type: 'problem',
    docs: { description: 'Hold the import floors of src/: downward only' },
    schema: [],
    messages: { forbidden: '{{message}}', homeless: '{{message}}' },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    if (!file.startsWith('src/')) return {};
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = forbiddenImport(file, source.value);
      if (message !== undefined)
        context.report({ node: source, messageId: 'forbidden', data: { message } });
    };
    return {
      Program(node) {
        const unit = unitOf(file.slice('src/'.length));
        if (Object.hasOwn(FLOORS, unit)) return;
        const message = `${file} stands in no folder of the table of floors; give src/${unit} a floor in scripts/eslint-floors.mjs.`;
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

/** The part of the ESLint configuration that holds the floors; tests may import what they test from anywhere. */
export const floorsConfig = {
  name: 'mneme/floors',
  files: ['src/**/*.ts'],
  ignores: ['**/*.test.ts'],
  plugins: { mneme: { rules: { floors } } },
  rules: { 'mneme/floors': 'error' },
};
