/** A text as the rows of its words and what each counts; the counts of a text add up to about 1. */
export type Bag = readonly (readonly [row: number, count: number])[];

interface Task {
  readonly bags: readonly Bag[];
  /** What each bag's weighted sum should be, `width` numbers a bag. */
  readonly targets: readonly Float64Array[];
  /** What each row is without any bag, and how much that holds. */
  readonly prior: readonly Float64Array[];
  readonly held: number;
  readonly rounds: number;
}

/**
 * Rows whose weighted sums come nearest to the targets, held near what they were: ridge regression by conjugate gradients (Hestenes and
 * Stiefel 1952), each column by itself.
 */
export function leastSquares({ bags, targets, prior, held, rounds }: Task): Float64Array[] {
  const width = prior[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, column) =>
    solveColumn(
      bags,
      Float64Array.from(targets, (target) => target[column] ?? 0),
      Float64Array.from(prior, (row) => row[column] ?? 0),
      held,
      rounds,
    ),
  );
  return prior.map((_, row) => Float64Array.from(columns, (column) => column[row] ?? 0));
}

function solveColumn(
  bags: readonly Bag[],
  target: Float64Array,
  prior: Float64Array,
  held: number,
  rounds: number,
): Float64Array {
  const solution = prior.slice();
  const sums = sumsOf(bags, solution);
  const residual = transposed(
    bags,
    target.map((value, at) => value - (sums[at] ?? 0)),
    prior.length,
  );
  let direction = residual.slice();
  let squares = dot(residual, residual);
  for (let round = 0; round < rounds && squares > Number.EPSILON; round++) {
    const image = transposed(bags, sumsOf(bags, direction), prior.length);
    direction.forEach((value, at) => (image[at] = (image[at] ?? 0) + held * value));
    const step = squares / dot(direction, image);
    for (let at = 0; at < solution.length; at++) {
      solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0);
      residual[at] = (residual[at] ?? 0) - step * (image[at] ?? 0);
    }
    const next = dot(residual, residual);
    direction = residual.map((value, at) => value + (next / squares) * (direction[at] ?? 0));
    squares = next;
  }
  return solution;
}

const sumsOf = (bags: readonly Bag[], rows: Float64Array): Float64Array =>
  Float64Array.from(bags, (bag) =>
    bag.reduce((sum, [row, count]) => sum + count * (rows[row] ?? 0), 0),
  );

function transposed(bags: readonly Bag[], values: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (const [at, bag] of bags.entries())
    for (const [row, count] of bag) sums[row] = (sums[row] ?? 0) + count * (values[at] ?? 0);
  return sums;
}

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
