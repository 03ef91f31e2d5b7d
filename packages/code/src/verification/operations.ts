import { z } from 'zod';
import type { FunctionVerdict } from './verdict.js';
import { Verdicts, type Verification, VerifyInput } from './verify-memory.js';
import { reversible } from '@mneme/core/domain/change.js';
import { bad, bold, dim, good, moment } from '@mneme/core/format/style.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

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

const renderVerdicts = ({ verdicts }: Verdicts): string =>
  verdicts.length === 0
    ? 'No code was verified yet: mneme verify MEMORY.'
    : verdicts.map(renderVerification).join('\n');

export const verifyOperation = defineOperation({
  name: 'verify',
  summary:
    'Check the functions in a memory: bounds, null, types, termination, assertions; or list verdicts.',
  description:
    'By the solver z3 over a subset of Python, JavaScript and TypeScript; nothing is run. Each is verified, failed with arguments that show it, bounded, out of time, or not applicable. Kept as evidence beside the memory, with which it goes. Without a memory: what was found, the latest first.',
  input: VerifyInput,
  output: reversible(Verdicts),
  positional: ['memory'],
  effect: 'write',
  writesWith: ['memory'],
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme verify m_01h5k0c2x9w7a',
      shows: 'a verdict for each function, with what breaks it',
    },
    { command: 'mneme verify --verdict failed', shows: 'memories whose code goes wrong' },
  ],
  served: { line: 'solving' },
  verb: ['verification.verify'],
  places: [{ method: 'POST', path: '/verifications' }],
  asLines: renderVerdicts,
  run: (memory, input, { signal }) =>
    memory.verification.verify(input, signal === undefined ? {} : { signal }),
});

// Former name of a verb that was merged into `verify`.

const { verdict } = VerifyInput.shape;

export const verdictsOperation = deprecatedVerb(verifyOperation, {
  name: 'verdicts',
  positional: [],
  effect: 'read',
  places: [{ method: 'GET', path: '/verifications' }],
  input: z.strictObject({ verdict }),
  as: (given) => given,
});
