import { LIMIT, type Logistic } from '../packages/core/src/recall/confidence/evidence.js';

const ROUNDS = 30;
/** Of the ridge, for each example: it keeps weights of evidence that hardly varies from running away. */
const RIDGE = 1e-3;

/**
 * Logistic regression over a few dense columns by Newton's method with a small ridge: standardised, cut off at {@link
 * LIMIT}, the same rows give the same figures. `rows` have a number for each name; `counts` say what each counts, 1
 * unless told.
 */
export function fitDense<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, number>>[],
  labels: readonly boolean[],
  counts: readonly number[] = rows.map(() => 1),
): Logistic<Name> {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const meanOf = (read: (row: Readonly<Record<Name, number>>) => number): number =>
    rows.reduce((sum, row, at) => sum + (counts[at] ?? 0) * read(row), 0) / total;
  const mean = names.map((name) => meanOf((row) => row[name]));
  const scale = names.map((name, at) =>
    Math.max(1e-6, Math.sqrt(meanOf((row) => (row[name] - (mean[at] ?? 0)) ** 2))),
  );
  const inputs = rows.map((row) => [
    ...names.map((name, at) =>
      Math.max(-LIMIT, Math.min(LIMIT, (row[name] - (mean[at] ?? 0)) / (scale[at] ?? 1))),
    ),
    1,
  ]);
  const width = names.length + 1;
  let weights = new Array<number>(width).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight, at) => (at === width - 1 ? 0 : RIDGE * total * weight));
    const curvature = weights.map((_, row) =>
      weights.map((_each, column) => (row === column && row < width - 1 ? RIDGE * total : 1e-9)),
    );
    inputs.forEach((input, at) => {
      const chance =
        1 /
        (1 +
          Math.exp(-input.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), 0)));
      const error = (counts[at] ?? 0) * (chance - Number(labels[at]));
      const spread = (counts[at] ?? 0) * chance * (1 - chance);
      for (let row = 0; row < width; row++) {
        const value = input[row] ?? 0;
        gradient[row] = (gradient[row] ?? 0) + error * value;
        const line = curvature[row] as number[];
        for (let column = 0; column < width; column++)
          line[column] = (line[column] ?? 0) + spread * value * (input[column] ?? 0);
      }
    });
    const step = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  const round = (value: number): number => Number(value.toPrecision(6));
  return {
    names,
    mean: mean.map(round),
    scale: scale.map(round),
    weights: weights.slice(0, -1).map(round),
    intercept: round(weights.at(-1) ?? 0),
  };
}

/** Finds everything equally likely: for banks that are opened only to be read. */
export function unfittedDense<Name extends string>(names: readonly Name[]): Logistic<Name> {
  const zeros = names.map(() => 0);
  return { names, mean: zeros, scale: names.map(() => 1), weights: zeros, intercept: 0 };
}

/** Gauss's elimination with pivots; the matrix is small and positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, at) =>
          Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0) ? column + at : best,
        column,
      );
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const lead = rows[column] as number[];
    for (const row of rows) {
      if (row === lead) continue;
      const factor = (row[column] ?? 0) / (lead[column] ?? 1);
      for (let at = column; at <= size; at++) row[at] = (row[at] ?? 0) - factor * (lead[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
