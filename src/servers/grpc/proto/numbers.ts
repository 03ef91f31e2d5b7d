/**
 * The numbers of fields by message and declaration, as in `{"RecallRequest": {"string query": 2}}`. A declaration keeps its number
 * for good: one that goes leaves its number behind, and one whose type changes is another declaration. So no program that was built
 * with an older description reads a field as what it is not.
 */
export type FieldNumbers = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Protocol buffers keep these for themselves. */
const [KEPT_FROM, KEPT_TO] = [19_000, 19_999];

/** The numbers there were, and the next free one of its message for each new declaration. */
export function extendNumbers(known: FieldNumbers, declared: ReadonlyMap<string, readonly string[]>): FieldNumbers {
  const all: Record<string, Record<string, number>> = Object.fromEntries(Object.entries(known).map(([message, numbers]) => [message, { ...numbers }]));
  for (const [message, declarations] of declared) {
    const numbers = (all[message] ??= {});
    for (const declaration of declarations) numbers[declaration] ??= nextOf(Object.values(numbers));
  }
  return all;
}

function nextOf(taken: readonly number[]): number {
  const next = Math.max(0, ...taken) + 1;
  return next >= KEPT_FROM && next <= KEPT_TO ? KEPT_TO + 1 : next;
}

/** Numbers of a message that nothing has any more. */
export function retired(numbers: Readonly<Record<string, number>>, declarations: readonly string[]): number[] {
  return Object.entries(numbers).filter(([declaration]) => !declarations.includes(declaration)).map(([, number]) => number).sort((a, b) => a - b);
}
