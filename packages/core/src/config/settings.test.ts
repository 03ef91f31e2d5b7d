import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { readConfig } from './config.js';

describe('the path of a memory', () => {
  const fileBy = (MNEME_FILE: string, more: Readonly<Record<string, string>> = {}): string =>
    readConfig({}, { MNEME_FILE, HOME: '/home/me', ...more }).file;

  it.each([
    ['~/m.mneme', '/home/me/m.mneme'],
    ['~', '/home/me'],
    ['$HOME/m.mneme', '/home/me/m.mneme'],
    ['${HOME}/m.mneme', '/home/me/m.mneme'],
    ['${env:HOME}/m.mneme', '/home/me/m.mneme'],
    ['$PLACE/m.mneme', '/data/m.mneme'],
    ['%PLACE%/m.mneme', '/data/m.mneme'],
    [pathToFileURL('/data/a b.mneme').href, '/data/a b.mneme'],
    ['./~/m.mneme', '~/m.mneme'],
    ['a~b/m.mneme', 'a~b/m.mneme'],
    ['$5.mneme', '$5.mneme'],
  ])('%s is %s', (written, meant) => {
    expect(fileBy(written, { PLACE: '/data' })).toBe(resolve(meant));
    expect(readConfig({ file: written }, { HOME: '/home/me', PLACE: '/data' }).file).toBe(
      resolve(meant),
    );
  });

  it('goes by the home of the system where the environment names none', () => {
    expect(readConfig({ file: '~/m.mneme' }, {}).file).toBe(join(homedir(), 'm.mneme'));
    expect(fileBy(':memory:')).toBe(':memory:');
  });

  it.each([
    ['~bob/m.mneme', '~bob'],
    ['$NOWHERE/m.mneme', 'NOWHERE'],
    ['${workspaceFolder}/m.mneme', 'workspaceFolder'],
    ['%NOWHERE%/m.mneme', 'NOWHERE'],
    ['https://example.org/m.mneme', 'address'],
    ['postgres://me@host/db', 'address'],
    ['file://other/m.mneme', 'address'],
  ])('%s is refused, by its name and with the mend', (written, named) => {
    expect(() => fileBy(written)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        field: 'MNEME_FILE',
        value: written.replace('me@', '…@'),
        message: expect.stringContaining(named) as string,
        hint: expect.stringContaining('whole path') as string,
      }),
    );
  });

  it('in a configuration goes by the folder of the configuration, like every path there', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'settings'));
    const MNEME_CONFIG = join(folder, 'settings', 'mneme.json');
    const written = {
      file: '../data/agent.mneme',
      vaultKeyFile: 'vault.key',
      passphraseFile: './pass',
      signingKeyFile: '~/signing.pem',
      embedder: { folder: 'model' },
    };
    writeFileSync(MNEME_CONFIG, JSON.stringify(written));
    const around = { MNEME_CONFIG, HOME: '/home/me' };
    expect(readConfig({}, around)).toMatchObject({
      file: join(folder, 'data', 'agent.mneme'),
      vaultKeyFile: join(folder, 'settings', 'vault.key'),
      passphraseFile: join(folder, 'settings', 'pass'),
      signingKeyFile: resolve('/home/me/signing.pem'),
      embedder: { folder: join(folder, 'settings', 'model') },
    });
    // Relative paths from other sources are relative to the working folder.
    expect(readConfig({ file: 'here.mneme' }, around).file).toBe(resolve('here.mneme'));
    expect(readConfig({}, { ...around, MNEME_FILE: 'here.mneme' }).file).toBe(
      resolve('here.mneme'),
    );
    writeFileSync(MNEME_CONFIG, '{"file": "$NOWHERE/a"}');
    expect(() => readConfig({}, around)).toThrow(`file in ${MNEME_CONFIG}`);
  });

  it.each([
    ['a mark of UTF-8', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 as PowerShell writes it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 the other way', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is read from a configuration in %s', (_what, encoded) => {
    const path = join(temporaryFolder(), 'mneme.json');
    writeFileSync(path, encoded('{"bank": "work", "owner": "Zoë"}'));
    expect(readConfig({}, { MNEME_CONFIG: path })).toMatchObject({ bank: 'work', owner: 'Zoë' });
  });

  it.each(['[]', 'null', '"agent.mneme"', '7'])(
    'is not read from a configuration of %s',
    (text) => {
      const path = join(temporaryFolder(), 'mneme.json');
      writeFileSync(path, text);
      expect(() => readConfig({}, { MNEME_CONFIG: path })).toThrow(/holds no settings/);
    },
  );

  it('is not read from a folder', () => {
    expect(() => readConfig({}, { MNEME_CONFIG: temporaryFolder() })).toThrow(/cannot be read/);
  });
});
