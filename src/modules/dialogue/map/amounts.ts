const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, at): [string, number] => [word, at]),
  ...'thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, 30 + 10 * at]),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const TOKEN = /\d[\d,]*(?:\.\d+)?|\p{L}+/gu;

/** "One" that counts nothing. */
const NO_AMOUNT =
  /\b(?:no one|(?:the|this|that|which|each|any|every|another) one|one (?:of|another|day|thing|should|can|must|or))\b/giu;

/** The amounts that a text names, in figures or in English words: "twelve fifty" gives 12 and 50, "eight thousand" 8000. */
export function amountsIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let current: number | null = null;
  const end = (): void => {
    if (current !== null) found.add(current);
    current = null;
  };
  for (const [token] of text.toLowerCase().replaceAll(NO_AMOUNT, ' ').matchAll(TOKEN)) {
    const scale = SCALES.get(token);
    if (scale !== undefined) {
      current = (current ?? 1) * scale;
      continue;
    }
    const value = /^\d/.test(token) ? Number(token.replaceAll(',', '')) : WORDS.get(token);
    if (value === undefined) end();
    else if (current !== null && current >= 20 && current % 10 === 0 && value < 10)
      current += value;
    else {
      end();
      current = value;
    }
  }
  end();
  return found;
}
