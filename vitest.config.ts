import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['test/support/bundle-program.mjs'],
    setupFiles: ['test/support/property-seed.ts'],
    pool: 'forks',
    // A module is loaded once a worker: no test leaves anything behind in one, and loading took a third of the run.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    // What a test reads of the program is plain text, whatever the shell or the build machine asks for. Tests of what memories mean
    // ask for the encoder; for the others it would only take its time.
    env: { NO_COLOR: '1', MNEME_EMBEDDER_PACKAGE: 'none' },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The plain summary comes last, so that it is the last line of the run.
    reporters: ['default', './test/reporter.ts'],
  },
});
