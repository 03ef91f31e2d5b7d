import { BankInput } from '../../../domain/bank-input.js';
import { ReflectInput, ReflectReport } from '../../../domain/reflection.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { BankReceipt } from '../configure-bank.js';
import { renderReflection, renderConfigured } from '../view.js';

export const reflectOperation = defineOperation({
  name: 'reflect',
  summary:
    'Write observations, opinions and principles from what is remembered, each on named evidence.',
  description:
    'A summary of each person and thing that is kept current, opinions from what somebody likes or judges more than once, principles from what at least three memories say. Only what changed since the last time is looked at; what lost its evidence is written anew or taken back.',
  input: ReflectInput,
  output: ReflectReport,
  positional: ['about'],
  effect: 'write',
  idempotent: true,
  examples: [
    { command: 'mneme reflect', shows: 'a progress bar and what was made, renewed and taken back' },
    { command: 'mneme reflect Tom', shows: 'the summary of Tom and the opinions he holds' },
    {
      command: 'mneme reflect --kinds principle --since 2025-06-01',
      shows: 'principles, from what was recorded since June',
    },
  ],
  served: { long: true },
  verb: ['reflect'],
  asLines: renderReflection,
  run: (memory, { about, since, kinds }, { signal, onProgress }) =>
    memory.reflect({
      ...(about === undefined ? {} : { about }),
      ...(since === undefined ? {} : { since }),
      ...(kinds === undefined ? {} : { kinds }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});

export const bankConfigureOperation = defineOperation({
  name: 'bank_configure',
  words: ['bank', 'configure'],
  summary: 'Set how the bank reflects, and what it takes out of or holds back from what comes in.',
  description:
    'Scepticism, literalism and empathy are 1 to 5, 3 by default, and colour what reflection writes from the next time on. Privacy, tokens, guard and time zone hold for what comes in from now on, the time zone for what is asked, too. What was remembered stays as it is.',
  input: BankInput,
  output: reversible(BankReceipt),
  positional: [],
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme bank configure --scepticism 5 --empathy 2',
      shows: 'the settings as they are now',
    },
    {
      command: 'mneme bank configure --zone Europe/Berlin',
      shows: 'yesterday is the day before in Berlin from now on',
    },
    {
      command: 'mneme bank configure --privacy strict',
      shows: 'names, addresses, numbers and secrets are taken out from now on',
    },
  ],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['care.configure'],
  places: [{ method: 'PATCH', path: '' }],
  asLines: renderConfigured,
  run: (memory, input) => memory.care.configure(input),
});
