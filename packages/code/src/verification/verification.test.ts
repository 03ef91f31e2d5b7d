import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Grammars } from '@mneme/core/language/code/code-language.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { checkCode, Prover } from './verify-memory.js';
import { readType } from './read/program.js';
import type { FunctionVerdict } from './verdict.js';
import { Z3 } from './smt.js';

const LIMIT = 60_000;
let solver: Z3;
let grammars: Grammars;
beforeAll(async () => {
  solver = Z3.find();
  grammars = await Grammars.open();
  await grammars.load('python');
  await grammars.load('typescript');
});
afterAll(() => solver.close());

async function check(
  code: string,
  language: 'python' | 'typescript' = 'python',
  limit = LIMIT,
): Promise<FunctionVerdict> {
  const [verdict] = await checkCode(code, language, grammars, { solver, limit });
  if (verdict === undefined) throw new Error('no function');
  return verdict;
}
const kindOf = (verdict: FunctionVerdict, kind: string) =>
  verdict.kinds.find((each) => each.kind === kind);

const SEARCH = `def search(xs: list[int], x: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low`;

describe('a function', () => {
  it('is verified for all arguments, by invariants that are found', async () => {
    const verdict = await check(SEARCH);
    expect(verdict).toMatchObject({ name: 'search', verdict: 'verified', outside: null });
    expect(kindOf(verdict, 'bounds')?.verdict).toBe('verified');
    expect(kindOf(verdict, 'termination')?.verdict).toBe('verified');
    expect(kindOf(verdict, 'null')?.verdict).toBe('not applicable');
  });

  it('never ends where a round changes nothing, with arguments that show it', async () => {
    const verdict = await check(SEARCH.replace('middle + 1', 'middle'));
    expect(kindOf(verdict, 'termination')).toMatchObject({
      verdict: 'failed',
      line: 3,
      counterExample: expect.stringMatching(/^xs = \[.+\], x = -?\d+$/),
    });
  });

  it('never ends where it counts away from its end', async () => {
    const verdict = await check(
      'def up(n: int) -> int:\n    i = 0\n    while i < n:\n        i -= 1\n    return i',
    );
    expect(kindOf(verdict, 'termination')?.verdict).toBe('failed');
  });

  it.each([
    [
      'bounds',
      'function f(a: number[]): number { let s = 0; for (let i = 0; i <= a.length; i++) s += a[i]; return s; }',
      'a = ',
    ],
    ['null', 'const f = (name: string | null): number => name.length;', 'name = null'],
    ['types', 'function f(n: number): string { return n * 2; }', 'n = '],
    [
      'assertion',
      'function f(n: number): number { const d = n * n; console.assert(d !== 9); return d; }',
      /n = -?3/,
    ],
    [
      'termination',
      'function f(n: number): number { while (n !== 1) { n -= 2; } return n; }',
      'n = ',
    ],
  ] as const)('in TypeScript goes wrong by its %s', async (kind, code, shown) => {
    expect(kindOf(await check(code, 'typescript'), kind)).toMatchObject({
      verdict: 'failed',
      counterExample: expect.stringMatching(shown),
    });
  });

  it.each([
    [
      'a guard against nothing',
      'def f(s: Optional[str]) -> int:\n    if s is None:\n        return 0\n    return len(s)',
    ],
    [
      'what its first asserts ask',
      'def f(xs: list[int], i: int) -> int:\n    assert 0 <= i < len(xs)\n    return xs[i]',
    ],
    [
      'a place counted from the end',
      'def f(xs: list[int]) -> int:\n    if not xs:\n        return 0\n    return xs[-1]',
    ],
  ])('is no fault with %s', async (_, code) => {
    expect((await check(code)).verdict).toBe('verified');
  });

  it('is not proven where no proof is found, and says so', async () => {
    const verdict = await check(
      'def collatz(n: int) -> int:\n    assert n > 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n    return n',
    );
    expect(['bounded', 'timeout']).toContain(kindOf(verdict, 'termination')?.verdict);
  });

  it.each([
    ['a call', 'def f(x):\n    return g(x)', 'a call of `g`'],
    ['a slice', 'def f(xs):\n    return xs[1:]', 'a slice'],
    ['an error of syntax', 'def f(xs:\n    return ((', 'cannot be parsed'],
  ])('is left alone with %s', async (_, code, why) => {
    const verdict = await check(code);
    expect(verdict.verdict).toBe('not applicable');
    expect(verdict.outside).toContain(why);
  });

  it('is out of time where the solver is slow, and the next one is answered', async () => {
    expect((await check(SEARCH, 'python', 1)).verdict).toBe('timeout');
    expect((await check('def f(a: int) -> int:\n    return a')).verdict).toBe('not applicable');
  });
});

it.each([
  ['list[int]', { base: 'array', element: 'int', nullable: false }],
  [': readonly number[] | null', { base: 'array', element: 'int', nullable: true }],
  ['Optional[str]', { base: 'str', element: 'any', nullable: true }],
  ['int | None', { base: 'int', element: 'any', nullable: true }],
  ['Map<string, number>', { base: 'any', element: 'any', nullable: false }],
])('reads the type %s', (written, type) => {
  expect(readType(written)).toEqual(type);
});

describe('a memory that holds code', () => {
  it('keeps its verdict as evidence, one, undone and erased with it', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(
      'How we read the first:\n\n```ts\nfunction first(names: string[] | null): string {\n  return names[0];\n}\n```',
    );
    const [receipt] = (await memory.verification.verify({ memory: id })).verdicts;
    if (receipt === undefined) throw new Error('no verdict');
    expect(receipt).toMatchObject({ memory: id, verdict: 'failed' });
    expect(receipt.functions[0]).toMatchObject({ name: 'first', line: 4 });
    expect(kindOf(receipt.functions[0]!, 'null')).toMatchObject({
      line: 5,
      counterExample: 'names = null',
    });
    await memory.verification.verify({ memory: id });
    const { verdicts } = await memory.verification.verify({ verdict: 'failed' });
    expect(verdicts).toMatchObject([{ memory: id, id: receipt.id }]);
    const told = await memory.verification.verify({ memory: id, keep: false });
    expect(told).toMatchObject({ verdicts: [{ id: null }], reversal: null });
    await memory.privacy.erase({ memories: [id], yes: true });
    expect((await memory.verification.verify()).verdicts).toEqual([]);
  });

  it('is verified while the bank takes in what comes, and is left when nobody waits any more', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(`\`\`\`python\n${SEARCH}\n\`\`\``);
    const order: string[] = [];
    const verifying = memory.verification
      .verify({ memory: id })
      .then(({ verdicts }) => order.push(...verdicts.map(({ verdict }) => verdict)));
    await memory.remember('The ferry leaves at six.');
    order.push('remembered');
    await verifying;
    expect(order).toEqual(['remembered', 'verified']);

    const gone = new AbortController();
    const first = memory.verification.verify({ memory: id, keep: false }, { signal: gone.signal });
    const second = memory.verification.verify({ memory: id, keep: false });
    gone.abort();
    await expect(first).rejects.toMatchObject({ code: 'interrupted' });
    expect((await second).verdicts).toMatchObject([{ verdict: 'verified' }]);

    const changing = memory.verification.verify({ memory: id });
    await memory.update(id, { content: 'The code is gone.' });
    await expect(changing).rejects.toMatchObject({ code: 'not_found', field: 'verify.memory' });
  });

  it('is refused by name where it is not there, or holds none', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The ferry leaves at six.');
    await expect(memory.verification.verify({ memory: id })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'verify.memory',
      value: id,
    });
    await expect(memory.verification.verify({ memory: 'm_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.verification.verify({ memory: id, seconds: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'verify.seconds',
    });
  });

  it('says what to install where there is no solver', async () => {
    const missing = new Prover(() =>
      Z3.find(() => {
        throw new Error('Cannot find module');
      }),
    );
    await expect(missing.check('def f():\n    pass', 'python', LIMIT)).rejects.toMatchObject({
      code: 'unavailable',
      hint: 'npm install z3-solver',
    });
  });
});
