/** The plain summary: which tests were skipped and why, then one last line that people and scripts can read. */
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

interface Tally {
  passed: number;
  failed: number;
  /** One line for each test that did not run. */
  skipped: string[];
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) count(module, tally);
    const lines = tally.skipped.map((line) => `skipped: ${line}`);
    lines.push(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

/** A file or a group that broke outside its tests (an import, a hook) counts as one failure, or it would look like none. */
function count(module: TestModule, tally: Tally): void {
  if (module.errors().length > 0) tally.failed += 1;
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) tally.failed += 1;
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === 'passed') tally.passed += 1;
    else if (result.state === 'failed') tally.failed += 1;
    else
      tally.skipped.push(
        `${module.relativeModuleId} > ${test.fullName} (${reasonOf(test.options.mode, result)})`,
      );
  }
}

function reasonOf(mode: string, result: { state: string; note?: string | undefined }): string {
  if (result.note !== undefined) return result.note;
  if (mode === 'todo') return 'not written yet';
  return result.state === 'pending' ? 'did not run' : 'no reason given';
}
