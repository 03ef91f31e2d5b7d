const PLAIN = /^[\x20-\x7e]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
const UNDECOMPOSED: Readonly<Record<string, string>> = Object.freeze({
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
});

/**
 * A name normalised for comparison: lower case, without Latin accents (other scripts keep their marks),
 * possessive ending and full stops, white space collapsed. Idempotent.
 */
export function normaliseName(name: string): string {
  const lower = foldAccents(name);
  const folded = lower.replace(/\./g, '').replace(/\s+/g, ' ').trim();
  return dropPossessive(folded);
}

/** Latin letters without their accents, in lower case; plain apostrophes. */
export function foldAccents(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[ßøłđðþæœı]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

function dropPossessive(name: string): string {
  let end = name.length;
  for (;;) {
    if (name.endsWith("'s", end)) end -= 2;
    else if (end > 1 && name.endsWith("s'", end)) end -= 1;
    else break;
  }
  return end === name.length ? name : name.slice(0, end).trimEnd();
}
