import type { EngineParts } from './bank/core.js';
import { readPassphrase, readSigningPem, readVaultKey, type Config } from './config/config.js';
import { readSigningKey } from './modules/certificates/certificate.js';
import { Vault } from './safety/vault.js';

/** Reads the configured secrets, which are stored nowhere else. Throws `invalid_input`, `not_found`. */
export function openSecrets(
  config: Config,
): Pick<EngineParts, 'vault' | 'passphrase' | 'signingKey'> {
  return { ...openPassphrase(config), ...openVault(config), ...openSigning(config) };
}

function openVault({ vaultKey, vaultKeyFile }: Config): Pick<EngineParts, 'vault'> {
  const key = vaultKey ?? (vaultKeyFile === undefined ? undefined : readVaultKey(vaultKeyFile));
  return key === undefined ? {} : { vault: new Vault(key) };
}

/** Reads the key early, so that nothing is erased without its certificate. Throws `invalid_input`, `not_found`. */
function openSigning({ signingKeyFile }: Config): Pick<EngineParts, 'signingKey'> {
  if (signingKeyFile === undefined) return {};
  const pem = readSigningPem(signingKeyFile);
  readSigningKey(pem);
  return { signingKey: pem };
}

function openPassphrase(config: Config): Pick<EngineParts, 'passphrase'> {
  const passphrase = readPassphrase(config);
  return passphrase === undefined ? {} : { passphrase };
}
