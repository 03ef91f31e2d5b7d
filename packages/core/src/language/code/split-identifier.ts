import { WRITTEN_TOGETHER } from './programming-lexicon.js';

/**
 * The words of an identifier, in lower case: splits camelCase, PascalCase, snake_case, kebab-case, acronyms
 * ("parseHTTPHeader" → parse, http, header), digits ("utf8" → utf, 8), and what programmers run together
 * ("isfile" → is, file).
 */
export function splitIdentifier(identifier: string): string[] {
  const parts = identifier
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.flatMap((part) => WRITTEN_TOGETHER.get(part) ?? part);
}
