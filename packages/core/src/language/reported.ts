const REPORTED =
  /(?<!\b(?:I|we) (?:\p{L}+ly |just |have |['’]ve )?)\b(?:says?|claim(?:s|ed)|thinks|thought|believe[sd]|reckon(?:s|ed)|insist(?:s|ed)|joke[sd]|pretend(?:s|ed)|rumou?r has it|supposedly|allegedly|apparently)\b(?: that)?[ ,:]*["“]?$/iu;
/** How far before a statement the reporting words are searched, in UTF-16 units. */
const BEFORE = 30;

/**
 * Whether the text at a position reports what somebody else says or thinks: hearsay, not the speaker's own
 * statement.
 */
export function isReported(text: string, start: number): boolean {
  return REPORTED.test(
    text
      .slice(Math.max(0, start - BEFORE), start)
      .split(/[.!?;\n]/)
      .at(-1) ?? '',
  );
}
