const CUES =
  'if|when|whenever|unless|once|as long as|provided(?: that)?|in case|as soon as|depending on|depends on|wenn|falls|sofern|si|cuando';
/** A condition that opens a sentence ends at the first comma; one that closes it, at the end. */
const OPENING = new RegExp(`^(?:(?:${CUES}) )([^,]{3,160}),`, 'iu');
const CLOSING =
  /(?:^|[\s,])(?:if|when|whenever|unless|once|as long as|provided|in case|as soon as|depending on|depends on|wenn|falls|sofern) ([^,.;:!?]{3,160})/iu;

/** The condition under which a statement says that something holds; null where it names none. */
export function conditionOf(text: string): string | null {
  const found = OPENING.exec(text)?.[1] ?? CLOSING.exec(text)?.[1];
  return found?.trim() ?? null;
}
