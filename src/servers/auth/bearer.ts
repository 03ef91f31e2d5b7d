/** The key of `Authorization: Bearer <key>`; null where there is none. */
export function bearerKey(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
