import type { FunctionVerdict } from './verdict.js';
import type { Verdicts, Verification } from './verify-memory.js';
import { bad, bold, dim, good, moment } from '@mneme/core/format/style.js';

type Verdict = FunctionVerdict['verdict'];

const coloured = (verdict: Verdict): string =>
  verdict === 'verified' ? good(verdict) : verdict === 'failed' ? bad(verdict) : dim(verdict);

function renderFunction({
  name,
  language,
  line,
  verdict,
  outside,
  kinds,
}: FunctionVerdict): string {
  const head = `  ${bold(name === '' ? 'a function' : name)} ${dim(`${language}, line ${line}`)}: ${coloured(verdict)}`;
  if (outside !== null) return `${head} – ${outside}`;
  const told = kinds
    .filter((each) => each.verdict !== 'not applicable')
    .map(({ kind, verdict: own, line: at, what, counterExample }) =>
      [
        `    ${kind}: ${coloured(own)}`,
        ...(what === null ? [] : [`${at === null ? '' : `line ${at}: `}${what}`]),
        ...(counterExample === null || counterExample === ''
          ? []
          : [`with ${bold(counterExample)}`]),
      ].join(', '),
    );
  return [
    head,
    ...(told.length === 0 ? ['    nothing in it that could go wrong in these ways'] : told),
  ].join('\n');
}

const renderVerification = ({ memory, verdict, functions, at }: Verification): string =>
  [
    `${bold(memory)}: ${coloured(verdict)} ${dim(moment(at))}`,
    ...functions.map(renderFunction),
  ].join('\n');

export const renderVerdicts = ({ verdicts }: Verdicts): string =>
  verdicts.length === 0
    ? 'No code was verified yet: mneme verify MEMORY.'
    : verdicts.map(renderVerification).join('\n');
