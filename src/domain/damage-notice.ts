const NAMED = 5;

/** What a verb says beside its answer where something of the bank could not be read; nothing of a bank that is whole. */
export function damageNotice(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return [];
  const more = unreadable.length - NAMED;
  return [
    `The file is damaged: ${unreadable.slice(0, NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}. \`mneme doctor\` names all of it, --rebuild mends it.`,
  ];
}
