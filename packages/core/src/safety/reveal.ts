import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import type { Vault } from './vault.js';
import type { Of, SchemaOf } from '../domain/schema.js';

const revealedShape = z.strictObject({
  text: z.string(),
  /** How many tokens were replaced by their values. */
  revealed: z.number(),
});
export interface Revealed extends Of<typeof revealedShape> {}
export const Revealed: SchemaOf<Revealed, typeof revealedShape> = revealedShape;

const TOKEN = /\[[a-z_]{2,20}_\d{1,7}\]/g;

/** Replaces tokens by their values. Throws `unavailable` without the vault's key, `invalid_input` with another. */
export async function reveal(
  text: string,
  bank: BankName,
  store: Store,
  vault: Vault | undefined,
): Promise<Revealed> {
  if (vault === undefined) {
    throw new MnemeError('unavailable', 'There is no key of the vault.', {
      field: 'vaultKey',
      hint: 'Give it as MNEME_VAULT_KEY, or the file that holds it as MNEME_VAULT_KEY_FILE.',
    });
  }
  const found = await store.sealed(bank, { tokens: [...new Set(text.match(TOKEN) ?? [])] });
  const values = new Map(
    found.map(({ token, sealed }) => [token, vault.open(bank, token, sealed)]),
  );
  let revealed = 0;
  const shown = text.replace(TOKEN, (token) => {
    const value = values.get(token);
    if (value !== undefined) revealed++;
    return value ?? token;
  });
  return { text: shown, revealed };
}
