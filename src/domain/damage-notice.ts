const NAMED = 5;

/** The notice a verb adds to its answer when part of the bank could not be read; none for an intact bank. */
export function damageNotice(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return [];
  const more = unreadable.length - NAMED;
  return [
    `The file is damaged: ${unreadable.slice(0, NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}. \`mneme doctor\` names all of it, --rebuild mends it.`,
  ];
}
