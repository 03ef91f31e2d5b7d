/**
 * All matches of a global pattern, in order: like `text.matchAll(pattern)`, without its copy of the
 * pattern. That copy reparses the pattern's whole source for every text, which for the long patterns of a
 * language costs more than matching. The pattern's `lastIndex` is left at 0. Throws a TypeError for a
 * pattern that is not global: it would match the same place forever.
 */
export function matchAll(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) throw new TypeError(`${String(pattern)} is not global`);
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += pattern.unicode && isPair(text, match.index) ? 2 : 1;
  }
  return found;
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;
