import tseslint from 'typescript-eslint';
import { readFileSync } from 'node:fs';
import { floorsConfig } from './scripts/eslint-floors.mjs';

const TESTS = ['**/*.test.ts', 'test/**/*.ts'];
const ENVIRONMENT =
  'The environment is read in packages/core/src/config alone; take the value as an argument.';

const NO_DEFAULT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'No default exports: a name that is the same everywhere can be searched for.',
};
const NO_STATE = {
  selector:
    'Program > VariableDeclaration[kind="let"], ExportNamedDeclaration > VariableDeclaration[kind="let"]',
  message:
    'No state at module level: what lives longer than a call belongs to the opened bank; a table that is made once is a function of its own.',
};

/** For all code: what keeps a file readable on a screen or two. */
const shape = {
  name: 'mneme/shape',
  rules: {
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'max-lines': ['error', { max: 410 }],
    'max-params': ['error', { max: 6 }],
    'no-warning-comments': [
      'error',
      { terms: ['todo', 'fixme', 'xxx'], location: 'start', decoration: ['/', '*'] },
    ],
    eqeqeq: 'error',
    'prefer-const': 'error',
    'no-var': 'error',
  },
};

const RATCHET = new URL('scripts/length-ratchet.json', import.meta.url);

/**
 * What was longer when the limits came in may keep its length and not grow: `file` and `function` are the lines of the
 * file and of its longest function. Lower a number when its file shrinks; nothing new goes in.
 */
const ratchet = Object.entries(JSON.parse(readFileSync(RATCHET, 'utf8'))).map(([file, length]) => ({
  name: `mneme/ratchet/${file}`,
  files: [file],
  rules: {
    ...(length.file !== undefined && { 'max-lines': ['error', { max: length.file }] }),
    ...(length.function !== undefined && {
      'max-lines-per-function': [
        'error',
        { max: length.function, skipBlankLines: true, skipComments: true },
      ],
    }),
  },
}));

/**
 * For TypeScript, with types: they find bugs and take nine tenths of the time, since every file is read with its types. Continuous
 * integration runs them (`CI=1`), and so may anybody.
 */
const typed = {
  name: 'mneme/typed',
  files: ['packages/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts'],
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
    '@typescript-eslint/await-thenable': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
};

const typescript = {
  name: 'mneme/typescript',
  files: ['**/*.{ts,tsx}'],
  rules: {
    '@typescript-eslint/no-explicit-any': 'error',
    // An interface that is read off a schema, and adds nothing to it, gives the shape a name.
    '@typescript-eslint/no-empty-object-type': [
      'error',
      { allowInterfaces: 'with-single-extends' },
    ],
    '@typescript-eslint/consistent-type-imports': 'error',
    // The compiler reports unused names, and it does not mistake a table that gives a type for one.
    '@typescript-eslint/no-unused-vars': 'off',
  },
};

const scripts = {
  name: 'mneme/scripts',
  files: ['**/*.js', '**/*.mjs'],
  rules: { 'no-unused-vars': 'error' },
};

/** For the packages alone: named exports, no console, no environment. */
const source = {
  name: 'mneme/source',
  files: ['packages/**/*.{ts,tsx}'],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-console': 'error',
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: ENVIRONMENT },
    ],
    'no-restricted-imports': [
      'error',
      {
        paths: ['node:process', 'process'].map((name) => ({
          name,
          importNames: ['env'],
          message: ENVIRONMENT,
        })),
      },
    ],
    'no-restricted-syntax': ['error', NO_DEFAULT, NO_STATE],
  },
};

/** What kept state at module level when the rule came in: working arrays, and tables made when they are first asked for. Nothing new goes in. */
const STATEFUL = [
  'packages/core/src/adapters/system/part-files.ts',
  'packages/core/src/indexes/index-lookups.ts',
  'packages/core/src/language/{string-similarity,terms,count-tokens}.ts',
  'packages/core/src/recall/{candidate,paths/semantic}.ts',
  'packages/core/src/safety/injection/segment-features.ts',
  'packages/core/src/spaces/registry.ts',
];

const BROWSER = ['window', 'document', 'location', 'history', 'localStorage', 'sessionStorage'];

/** One compiler reads both, so that what a browser has is known by name everywhere: only the console may use it. */
const noBrowser = {
  name: 'mneme/no-browser',
  files: ['packages/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts'],
  ignores: ['packages/console/src/**', 'test/console/**', 'bench/console/**'],
  rules: { 'no-restricted-globals': ['error', ...BROWSER] },
};

const exceptions = [
  {
    name: 'mneme/stateful',
    files: STATEFUL,
    rules: { 'no-restricted-syntax': ['error', NO_DEFAULT] },
  },
  {
    name: 'mneme/config',
    files: ['packages/core/src/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
  { name: 'mneme/cli', files: ['packages/cli/src/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    name: 'mneme/tests',
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Lists of words, samples and names are as long as they are; so is what a script generates.
  {
    name: 'mneme/data',
    files: [
      'packages/core/src/language/{names,lexicon}/**',
      'packages/mneme/src/public-types.ts',
      'samples/**',
      '**/*-wasm.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
];

export default tseslint.config(
  {
    name: 'mneme/ignored',
    ignores: ['dist/**', 'docs/**', 'coverage/**', '.mneme/**'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.strict.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  shape,
  process.env.CI === undefined ? [] : typed,
  typescript,
  scripts,
  source,
  noBrowser,
  floorsConfig,
  ...exceptions,
  ...ratchet,
);
