import type { TestReport } from './report.js';
import { bad, bold, dim, good, shorten, table, type TextFormat } from '../../format/style.js';

/** Number of cases above which passing ones are not listed. */
const MAX_LISTED_PASSES = 40;

type Outcome = TestReport['cases'][number];

export function renderTest(report: TestReport, screen: TextFormat): string {
  const { cases, passed, failed, flaky, tookMs, drift, mutation, pinned } = report;
  // Printed alone, to append to a file of cases.
  if (pinned !== null) return pinned.yaml.trimEnd();
  const few = cases.length <= MAX_LISTED_PASSES;
  const rows = cases
    .filter((each) => few || !each.passed || each.flaky)
    .map((each) => [
      each.flaky ? bad('flaky') : each.passed ? good('pass') : bad('FAIL'),
      each.rank === null ? '' : String(each.rank),
      each.sureness === null ? '' : each.sureness.toFixed(2),
      `${Math.round(each.tookMs)}`,
      [shorten(each.name, 100), ...each.failures.map(({ why }) => `  ${why}`)].join('\n'),
    ]);
  const sum = `${passed} of ${cases.length} passed${flaky > 0 ? `, ${flaky} flaky` : ''}, in ${(tookMs / 1000).toFixed(1)} s`;
  return [
    ...(rows.length === 0 ? [] : [table(['', 'rank', 'sure', 'ms', 'case'], rows, screen)]),
    ...(drift === null ? [] : [renderDrift(drift)]),
    ...(mutation === null ? [] : [renderMutation(mutation)]),
    failed === 0 ? good(sum) : bad(sum),
  ].join('\n\n');
}

const DRIFT_WORDS: Readonly<Record<NonNullable<TestReport['drift']>[number]['what'], string>> = {
  broke: 'passed before, fails now',
  mended: 'failed before, passes now',
  rank: 'stands elsewhere',
  sureness: 'is as sure no more',
  slower: 'takes longer (ms)',
  new: 'was not there before',
  gone: 'is not there any more',
};

function renderDrift(drift: NonNullable<TestReport['drift']>): string {
  if (drift.length === 0) return dim('As in the run before.');
  const figure = (value: number | null): string =>
    value === null ? 'none' : String(Math.round(value * 100) / 100);
  return [
    bold('Since the run before:'),
    ...drift.map(({ name, what, before, after }) => {
      const figures =
        before === null && after === null ? '' : `: ${figure(before)} → ${figure(after)}`;
      return `  ${shorten(name, 100)} ${what === 'broke' ? bad(DRIFT_WORDS[what]) : DRIFT_WORDS[what]}${figures}`;
    }),
  ].join('\n');
}

function renderMutation({
  tried,
  noticed,
  left,
  mutants,
}: NonNullable<TestReport['mutation']>): string {
  const missed = mutants.filter(({ noticedBy }) => noticedBy.length === 0);
  return [
    `${bold('Forgotten one at a time:')} ${tried} memories, ${noticed} noticed${left > 0 ? `, ${left} not tried` : ''}.`,
    ...missed.map(({ id, content }) => `  no case would miss ${dim(id)} ${shorten(content, 100)}`),
  ].join('\n');
}

/** JUnit XML for CI servers: https://github.com/testmoapp/junitxml. Times in seconds. */
export function asJunit({ bank, cases, failed, tookMs, at }: TestReport): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(3);
  const lines = cases.map((each) => {
    const head = `    <testcase name="${xml(each.name)}" classname="${xml(`mneme.${bank}`)}" time="${seconds(each.tookMs)}"`;
    if (each.passed && !each.flaky) return `${head}/>`;
    const [first = ''] = reasons(each);
    return `${head}>\n      <failure message="${xml(first)}">${xml(reasons(each).join('\n'))}</failure>\n    </testcase>`;
  });
  const counts = `tests="${cases.length}" failures="${failed}" time="${seconds(tookMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(`mneme.${bank}`)}" ${counts} timestamp="${new Date(at).toISOString().slice(0, 19)}">`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

/** Test Anything Protocol, version 14. */
export function asTap({ cases }: TestReport): string {
  const lines = cases.flatMap((each, at) => {
    const passed = each.passed && !each.flaky;
    const head = `${passed ? 'ok' : 'not ok'} ${at + 1} - ${tapText(each.name)}`;
    return passed
      ? [head]
      : [head, '  ---', ...reasons(each).map((why) => `  - ${JSON.stringify(why)}`), '  ...'];
  });
  return ['TAP version 14', `1..${cases.length}`, ...lines].join('\n');
}

const reasons = ({ failures, flaky }: Outcome): string[] => [
  ...failures.map(({ what, why }) => `${what}: ${why}`),
  ...(flaky ? ['flaky: it came out differently when it was asked again'] : []),
];

const tapText = (text: string): string =>
  text.replace(/[\\#]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML 1.0, which cannot represent most control characters. */
const xml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
