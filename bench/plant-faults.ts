import type { FaultKind } from '../packages/code/src/verification/smt.js';

/** A function with what was planted in it; null: as it was written. */
export interface PlantedFunction {
  readonly code: string;
  readonly kind: FaultKind | null;
}

interface Planting extends PlantedFunction {
  readonly kind: FaultKind;
  readonly original: string;
}

type Plant = (code: string) => string | null;

const replaced = (code: string, what: RegExp, by: string): string | null => {
  const planted = code.replace(what, by);
  return planted === code ? null : planted;
};
const firstOf =
  (...plants: readonly Plant[]): Plant =>
  (code) => {
    for (const plant of plants) {
      const planted = plant(code);
      if (planted !== null) return planted;
    }
    return null;
  };

/** What people do wrong, done by a machine to Python that somebody else wrote. */
const PLANTS: Readonly<Record<FaultKind, Plant>> = {
  bounds: firstOf(
    (code) => replaced(code, /range\(len\((\w+)\)\)/, 'range(len($1) + 1)'),
    (code) => replaced(code, /<(\s*len\()/, '<=$1'),
    (code) => replaced(code, /(\w+)\[(\w+)\](?!\s*=[^=])/, '$1[$2 + 1]'),
  ),
  // A value that is set before it is used is set to nothing.
  null: (code) => replaced(code, /^(\s+)(\w+)\s*=\s*(?:0|1|0\.0)[ \t]*$/m, '$1$2 = None'),
  types: firstOf(
    (code) => replaced(code, /\[(\w+)\s*\/\/\s*(\w+)\]/, '[$1 / $2]'),
    (code) => replaced(code, /^(\s+)(\w+)\s*=\s*(?:0|1|0\.0)[ \t]*$/m, "$1$2 = ''"),
  ),
  termination: firstOf(
    // The step of a loop is forgotten.
    (code) =>
      /^\s*while\b/m.test(code)
        ? replaced(code, /^[ \t]+\w+\s*(?:\+=|-=|\/\/=)\s*\w+[ \t]*\n/m, '')
        : null,
    (code) =>
      replaced(
        code,
        /^([ \t]*)for (\w+) in range\((?:0,\s*)?([^(),]+|len\(\w+\))\):[ \t]*\n/m,
        '$1$2 = 0\n$1while $2 < $3:\n',
      ),
  ),
  // What holds of most arguments is said to hold of all.
  assertion: (code) =>
    replaced(code, /^([ \t]+)return (\w+)[ \t]*$/m, '$1assert $2 != 3\n$1return $2'),
};

/** Each function may be planted with every kind, each time with one. */
export function plantFaults(functions: readonly string[], each: number): Planting[] {
  const planted: Planting[] = [];
  for (const kind of Object.keys(PLANTS) as FaultKind[]) {
    let count = 0;
    for (const code of functions) {
      if (count >= each) break;
      const faulty = PLANTS[kind](code);
      if (faulty === null) continue;
      planted.push({ code: faulty, kind, original: code });
      count++;
    }
  }
  return planted;
}
