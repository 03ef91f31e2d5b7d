/** Drops undefined fields. */
export function definedOnly<Given extends object>(
  given: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof definedOnly<Given>>;
}
