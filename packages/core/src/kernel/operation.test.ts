import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, onlyReads, spelling } from './operation.js';

const declared = {
  name: 'count_words',
  summary: 'Count words.',
  description: 'How many words a text has.',
  input: z.strictObject({ text: z.string() }),
  positional: ['text'],
  effect: 'read',
  idempotent: true,
  examples: [],
} as const;
const run = (_: null, { text }: { text: string }) =>
  Promise.resolve({ text, words: text.split(' ').length, longest: [text] });
const whole = { text: z.string(), words: z.number(), longest: z.array(z.string()) };

describe('the schema of what an operation answers', () => {
  it('says all that is answered and no more, or the operation does not compile', async () => {
    const counting = defineOperation({ ...declared, output: z.strictObject(whole), run });
    const answer = await counting.run(null, { text: 'it rained' }, {});
    expect(counting.output.parse(answer)).toEqual({ ...answer, words: 2 });

    const { longest: _longest, ...lacking } = whole;
    // @ts-expect-error `longest` is answered and not in the schema
    defineOperation({ ...declared, output: z.strictObject(lacking), run });
    const more = z.strictObject({ ...whole, letters: z.number() });
    // @ts-expect-error `letters` is in the schema and not answered
    defineOperation({ ...declared, output: more, run });
    const perhaps = z.strictObject({ ...whole, letters: z.exactOptional(z.number()) });
    // @ts-expect-error nor may what is not answered be optional
    defineOperation({ ...declared, output: perhaps, run });
    const other = z.strictObject({ ...whole, words: z.string() });
    // @ts-expect-error `words` is a number
    defineOperation({ ...declared, output: other, run });
  });

  it('holds in objects within objects, too', () => {
    const nested = () => Promise.resolve({ found: [{ id: 'a', sure: 1 }] });
    const line = z.strictObject({ id: z.string(), sure: z.number() });
    const all = z.strictObject({ found: z.array(line) });
    const some = z.strictObject({ found: z.array(z.strictObject({ id: z.string() })) });
    expect(defineOperation({ ...declared, output: all, run: nested }).output).toBe(all);
    // @ts-expect-error `sure` is not in the schema
    expect(defineOperation({ ...declared, output: some, run: nested }).output).toBe(some);
  });
});

describe('an operation', () => {
  it('only reads where it is declared to, or where the field is not given that makes it write', () => {
    expect(onlyReads({ effect: 'read' }, {})).toBe(true);
    expect(onlyReads({ effect: 'write' }, {})).toBe(false);
    expect(onlyReads({ effect: 'write', writesWith: ['scan'] }, {})).toBe(true);
    expect(onlyReads({ effect: 'write', writesWith: ['scan'] }, { scan: true })).toBe(false);
  });

  it('is spelled by its words, or by its name', () => {
    expect(spelling({ name: 'goal_set', words: ['goal', 'set'] })).toBe('goal set');
    expect(spelling({ name: 'recall' })).toBe('recall');
  });
});
