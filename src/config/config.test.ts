import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/open-test-memory.js';
import { readConfig } from './config.js';

function configFile(text: string): string {
  const path = join(temporaryFolder(), 'settings.json');
  writeFileSync(path, text);
  return path;
}

describe('the configuration', () => {
  it('has defaults for everything, in a stable place outside the package', () => {
    expect(readConfig({}, { XDG_DATA_HOME: '/data' })).toEqual({ file: resolve('/data/mneme/memory.mneme'), bank: 'default', readOnly: false, cacheCapacity: 500, graphThreshold: 300_000, actor: 'user' });
    expect(readConfig({}, { LOCALAPPDATA: '/local' }).file).toBe(resolve('/local/mneme/memory.mneme'));
  });

  it('takes options over the environment over the file over the defaults', () => {
    const file = configFile('{"bank": "from-file", "actor": "from-file", "cacheCapacity": 7, "file": "/from/file"}');
    const environment = { MNEME_CONFIG: file, MNEME_BANK: 'from-environment', MNEME_ACTOR: 'from-environment' };
    expect(readConfig({ bank: 'from-options' }, environment)).toMatchObject({ bank: 'from-options', actor: 'from-environment', cacheCapacity: 7, file: resolve('/from/file'), readOnly: false });
    expect(readConfig({ bank: undefined } as object, environment).bank).toBe('from-environment');
  });

  it.each([['1', true], ['true', true], ['YES', true], ['on', true], ['0', false], ['off', false], ['no', false], ['', false]])('reads MNEME_READ_ONLY=%s as %s', (text, value) => {
    expect(readConfig({}, { MNEME_READ_ONLY: text }).readOnly).toBe(value);
  });

  it('keeps :memory: and makes other paths absolute', () => {
    expect(readConfig({ file: ':memory:' }, {}).file).toBe(':memory:');
    expect(readConfig({ file: 'x.mneme' }, {}).file).toBe(resolve('x.mneme'));
  });

  it('is frozen', () => {
    expect(Object.isFrozen(readConfig({}, {}))).toBe(true);
  });

  it.each<[string, object, Record<string, string>, object]>([
    ['a bad bank', { bank: 'a b' }, {}, { code: 'invalid_input', field: 'config.bank', value: 'a b' }],
    ['an unknown option', { colour: 'red' }, {}, { code: 'invalid_input', field: 'config.colour' }],
    ['a capacity that is no number', {}, { MNEME_CACHE_CAPACITY: 'many' }, { code: 'invalid_input', field: 'config.cacheCapacity' }],
    ['a threshold below one', {}, { MNEME_GRAPH_THRESHOLD: '0' }, { code: 'invalid_input', field: 'config.graphThreshold', value: 0 }],
    ['a flag that is none', {}, { MNEME_READ_ONLY: 'perhaps' }, { code: 'invalid_input', field: 'MNEME_READ_ONLY', value: 'perhaps' }],
    ['a file that is not there', {}, { MNEME_CONFIG: '/nowhere/mneme.json' }, { code: 'not_found', field: 'MNEME_CONFIG' }],
  ])('refuses %s', (_what, options, environment, refusal) => {
    expect(() => readConfig(options, environment)).toThrow(expect.objectContaining(refusal));
  });

  it('refuses a file that is no JSON', () => {
    expect(() => readConfig({}, { MNEME_CONFIG: configFile('{broken') })).toThrow(expect.objectContaining({ code: 'invalid_input', field: 'MNEME_CONFIG' }));
  });
});
