/** Advice without the occasion it was learned on: “When asked to cancel the flight, do not …” → “Do not …”. */
export function stripCondition(text: string): string {
  const bare = text.replace(
    /^(?:When asked to [^,:]+|In [^,:]+ tasks|In tasks like this)[,:]\s*/u,
    '',
  );
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
