/**
 * Matches only invisible characters: spaces, controls, marks of direction and width, fillers, the blank
 * Braille cell.
 */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has anything visible in it. */
export const hasText = (text: string): boolean =>
  (text.charCodeAt(0) > 32 && text.charCodeAt(0) < 127) || !UNSEEN.test(text);
