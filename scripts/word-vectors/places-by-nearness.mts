import type { MadeWords } from './pack.mjs';

/** Parts of so many rows are not parted further. */
const SMALLEST = 8;
const ROUNDS = 30;
/** What a row's own number weighs against its neighbours' in a round. */
const OWN = 100;

/**
 * The rows in an order in which neighbours stand near each other: halved again and again, where numbers that neighbours
 * lend each other come apart (spectral bisection by power iteration, Fiedler 1973).
 */
export function placesByNearness(table: MadeWords): readonly number[] {
  return parted(
    table,
    table.stems.map((_, row) => row),
    0,
  );
}

function parted(table: MadeWords, rows: readonly number[], depth: number): readonly number[] {
  if (rows.length <= SMALLEST) return rows;
  const { dimensions, vectors } = table;
  const links = linksWithin(table, rows);
  let numbers = rows.map(
    (row, at) => (vectors[row * dimensions + (depth % SMALLEST)] ?? 0) + at / rows.length / 1000,
  );
  for (let round = 0; round < ROUNDS; round++) numbers = standardised(lent(numbers, links));
  const sorted = rows
    .map((row, at) => ({ row, number: numbers[at] ?? 0 }))
    .sort((a, b) => a.number - b.number || a.row - b.row)
    .map(({ row }) => row);
  const half = sorted.length >> 1;
  return [
    ...parted(table, sorted.slice(0, half), depth + 1),
    ...parted(table, sorted.slice(half), depth + 1),
  ];
}

type Links = readonly (readonly (readonly [at: number, nearness: number])[])[];

function linksWithin({ neighbours, near, nearness }: MadeWords, rows: readonly number[]): Links {
  const within = new Map(rows.map((row, at) => [row, at]));
  return rows.map((row) =>
    Array.from({ length: neighbours }, (_, count) => row * neighbours + count).flatMap((at) => {
      const other = within.get(near[at] ?? 0);
      const weight = nearness[at] ?? 0;
      return other === undefined || weight === 0 ? [] : [[other, weight] as const];
    }),
  );
}

function lent(numbers: readonly number[], links: Links): number[] {
  return numbers.map((number, at) => {
    let [sum, total] = [number * OWN, OWN];
    for (const [other, weight] of links[at] ?? []) {
      sum += (numbers[other] ?? 0) * weight;
      total += weight;
    }
    return sum / total;
  });
}

function standardised(numbers: readonly number[]): number[] {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const square = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length;
  const deviation = Math.sqrt(square) || 1;
  return numbers.map((each) => (each - mean) / deviation);
}
