import type { Expression, Statement } from './program.js';

/** Numbers the loops of a function. */
export class LoopNumbers {
  #last = 0;
  next(): number {
    return ++this.#last;
  }
}

const nameOf = (name: string): Expression => ({ kind: 'name', name });
const number = (value: number): Expression => ({ kind: 'number', value, whole: true });
const assign = (name: string, value: Expression, line: number): Statement => ({
  kind: 'assign',
  line,
  targets: [nameOf(name)],
  values: [value],
});
const plus = (left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator: '+',
  left,
  right,
});

/** `for name in range(from, to, step)`: the body cannot touch the counter, nor the end once it is reckoned. */
export function counted(
  name: string,
  { from, to, step = number(1) }: { from: Expression; to: Expression; step?: Expression },
  body: readonly Statement[],
  line: number,
  loops: LoopNumbers,
): Statement[] {
  const id = loops.next();
  const [counter, end] = [`${name}#${id}`, `end#${id}`];
  const down = step.kind === 'unary' || (step.kind === 'number' && step.value < 0) ? '>' : '<';
  return [
    assign(counter, from, line),
    assign(end, to, line),
    {
      kind: 'loop',
      line,
      id,
      test: { kind: 'binary', operator: down, left: nameOf(counter), right: nameOf(end) },
      body: [assign(name, nameOf(counter), line), ...body],
      update: [assign(counter, plus(nameOf(counter), step), line)],
    },
  ];
}

/** `for item in list`, which sees what the body adds to the list. */
export function over(
  { item, place }: { readonly item: string; readonly place?: string },
  list: Expression,
  body: readonly Statement[],
  line: number,
  loops: LoopNumbers,
): Statement[] {
  const id = loops.next();
  const counter = `${item}#${id}`;
  return [
    assign(counter, number(0), line),
    {
      kind: 'loop',
      line,
      id,
      test: {
        kind: 'binary',
        operator: '<',
        left: nameOf(counter),
        right: { kind: 'call', name: 'length', given: [list] },
      },
      body: [
        assign(item, { kind: 'index', of: list, at: nameOf(counter) }, line),
        ...(place === undefined ? [] : [assign(place, nameOf(counter), line)]),
        ...body,
      ],
      update: [assign(counter, plus(nameOf(counter), number(1)), line)],
    },
  ];
}
