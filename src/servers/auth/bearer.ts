import type { IncomingHttpHeaders } from 'node:http';

/** The key of `Authorization: Bearer <key>`; null where there is none. */
export function bearerKey(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** The key as clients of other memories send theirs: `Bearer` or `Token` before it, or in `X-API-Key`. */
export function foreignKey({ authorization, ...headers }: IncomingHttpHeaders): string | null {
  const alone = headers['x-api-key'];
  const [, key] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  return key ?? (typeof alone === 'string' ? alone : null);
}
