import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { readConfig } from './config.js';
import { readPassphrase } from './secrets.js';

function configFile(text: string): string {
  const path = join(temporaryFolder(), 'settings.json');
  writeFileSync(path, text);
  return path;
}

describe('the configuration', () => {
  it('has defaults for everything, in a stable place outside the package', () => {
    const { embedder, ...others } = readConfig({}, { XDG_DATA_HOME: '/data' });
    expect(embedder?.package).toBe('mneme');
    expect(others).toEqual({
      file: resolve('/data/mneme/memory.mneme'),
      bank: 'default',
      readOnly: false,
      cacheCapacity: 500,
      bankMemory: 0,
      graphThreshold: 300_000,
      log: 'off',
      slowMs: 250,
      traces: false,
      traceContent: false,
      webhooks: 'public',
      actor: 'user',
      reading: {
        callsPerHour: 60,
        tokensPerHour: 400_000,
        turns: 20,
        tokens: 16_000,
        quietMs: 300_000,
        timeoutMs: 300_000,
      },
    });
    expect(
      readConfig({}, { MNEME_READING: 'yes', MNEME_READING_CALLS_PER_HOUR: '9' }).reading,
    ).toMatchObject({ on: true, callsPerHour: 9 });
    expect(readConfig({ reading: false }, { MNEME_READING: 'yes' }).reading.on).toBe(false);
    expect(readConfig({}, { LOCALAPPDATA: '/local' }).file).toBe(
      resolve('/local/mneme/memory.mneme'),
    );
  });

  it.each(['', 'data'])('takes the same place in every folder: not below %j', (place) => {
    expect(readConfig({}, { XDG_DATA_HOME: place }).file).toBe(
      join(homedir(), '.local', 'share', 'mneme', 'memory.mneme'),
    );
  });

  it('takes options over the environment over the file over the defaults', () => {
    const file = configFile(
      '{"bank": "from-file", "actor": "from-file", "cacheCapacity": 7, "file": "/from/file"}',
    );
    const environment = {
      MNEME_CONFIG: file,
      MNEME_BANK: 'from-environment',
      MNEME_ACTOR: 'from-environment',
    };
    expect(readConfig({ bank: 'from-options' }, environment)).toMatchObject({
      bank: 'from-options',
      actor: 'from-environment',
      cacheCapacity: 7,
      file: resolve('/from/file'),
      readOnly: false,
    });
    expect(readConfig({ bank: undefined } as object, environment).bank).toBe('from-environment');
  });

  it.each([
    ['1', true],
    ['true', true],
    ['YES', true],
    ['on', true],
    ['0', false],
    ['off', false],
    ['no', false],
    ['', false],
  ])('reads MNEME_READ_ONLY=%s as %s', (text, value) => {
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
    [
      'a bad bank',
      { bank: 'a b' },
      {},
      { code: 'invalid_input', field: 'config.bank', value: 'a b' },
    ],
    ['an unknown option', { colour: 'red' }, {}, { code: 'invalid_input', field: 'config.colour' }],
    [
      'a capacity that is no number',
      {},
      { MNEME_CACHE_CAPACITY: 'many' },
      { code: 'invalid_input', field: 'config.cacheCapacity' },
    ],
    [
      'a threshold below one',
      {},
      { MNEME_GRAPH_THRESHOLD: '0' },
      { code: 'invalid_input', field: 'config.graphThreshold', value: 0 },
    ],
    [
      'a flag that is none',
      {},
      { MNEME_READ_ONLY: 'perhaps' },
      { code: 'invalid_input', field: 'MNEME_READ_ONLY', value: 'perhaps' },
    ],
    [
      'a file that is not there',
      {},
      { MNEME_CONFIG: '/nowhere/mneme.json' },
      { code: 'not_found', field: 'MNEME_CONFIG' },
    ],
  ])('refuses %s', (_what, options, environment, refusal) => {
    expect(() => readConfig(options, environment)).toThrow(expect.objectContaining(refusal));
  });

  it('refuses a folder for a file with a secret', () => {
    const passphraseFile = dirname(configFile('{}'));
    expect(() => readPassphrase({ passphraseFile })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        field: 'passphraseFile',
        value: passphraseFile,
      }),
    );
  });

  it('refuses a file that is no JSON', () => {
    expect(() => readConfig({}, { MNEME_CONFIG: configFile('{broken') })).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: 'MNEME_CONFIG' }),
    );
  });
});

describe('the settings of learned models', () => {
  const KEY = 'sk-secret-0123456789';

  it('are off unless given, but for the encoder inside, and complete when given', () => {
    const { reranker, languageModel } = readConfig({}, {});
    expect([reranker, languageModel]).toEqual([undefined, undefined]);
    expect(
      readConfig({ embedder: { url: 'http://localhost:11434', model: 'nomic-embed-text' } }, {})
        .embedder,
    ).toMatchObject({
      url: 'http://localhost:11434',
      timeoutMs: 10_000,
      batch: 64,
      shorten: false,
    });
    expect(readConfig({ embedder: { folder: '/models/minilm' } }, {}).embedder).toMatchObject({
      folder: '/models/minilm',
      pooling: 'mean',
    });
    expect(
      readConfig({ languageModel: { provider: 'anthropic', model: 'm' } }, {}).languageModel,
    ).toMatchObject({ provider: 'anthropic', maxTokens: 4_096 });
  });

  it('are joined field by field, so that a key can stand in the environment alone', () => {
    const file = configFile(
      '{"embedder": {"url": "http://file/v1", "model": "from-file", "batch": 9}, "reranker": {"url": "http://r", "model": "r"}}',
    );
    const environment = {
      MNEME_CONFIG: file,
      MNEME_EMBEDDER_KEY: ` ${KEY} `,
      MNEME_EMBEDDER_MODEL: 'from-environment',
      MNEME_EMBEDDER_DIMENSIONS: '768',
      MNEME_EMBEDDER_TIMEOUT_MS: '123',
      MNEME_LANGUAGE_MODEL_MODEL: 'large',
      MNEME_LANGUAGE_MODEL_PROVIDER: 'openai',
    };
    const config = readConfig(
      { embedder: { url: 'http://options/v1' }, reranker: null },
      environment,
    );
    expect(config.embedder).toMatchObject({
      url: 'http://options/v1',
      model: 'from-environment',
      key: KEY,
      dimensions: 768,
      timeoutMs: 123,
      batch: 9,
    });
    expect(config.reranker).toBeUndefined();
    expect(config.languageModel).toMatchObject({ provider: 'openai', model: 'large' });
    expect(
      readConfig({}, { ...environment, MNEME_RERANKER_TIMEOUT_MS: '7' }).reranker,
    ).toMatchObject({ model: 'r', timeoutMs: 7 });
  });

  it.each<[string, object, Record<string, string>, string]>([
    [
      'server and folder',
      { embedder: { url: 'http://h', folder: '/f', model: 'm', key: KEY } },
      {},
      'config.embedder',
    ],
    [
      'a server without a model',
      { embedder: { url: 'http://h', key: KEY } },
      {},
      'config.embedder.model',
    ],
    [
      'a key under a wrong name',
      { embedder: { url: 'http://h', model: 'm', apiKey: KEY } },
      {},
      'config.embedder.apiKey',
    ],
    [
      'a key with a line break',
      { embedder: { url: 'http://h', model: 'm', key: `${KEY}\n` } },
      {},
      'config.embedder.key',
    ],
    [
      'a password in the address',
      { embedder: { url: `http://ana:${KEY}@h`, model: 'm' } },
      {},
      'config.embedder.url',
    ],
    [
      'an address of another sort',
      { reranker: { url: `file:///${KEY}`, model: 'm' } },
      {},
      'config.reranker.url',
    ],
    [
      'shortening to nothing',
      { embedder: { url: 'http://h', model: 'm', shorten: true, key: KEY } },
      {},
      'config.embedder.dimensions',
    ],
    [
      'dimensions that are no number',
      {},
      {
        MNEME_EMBEDDER_URL: 'http://h',
        MNEME_EMBEDDER_MODEL: 'm',
        MNEME_EMBEDDER_KEY: KEY,
        MNEME_EMBEDDER_DIMENSIONS: 'many',
      },
      'config.embedder.dimensions',
    ],
    [
      'a text for settings',
      { languageModel: KEY as unknown as object },
      {},
      'config.languageModel',
    ],
  ])('refuse %s, without showing a key', (_what, options, environment, field) => {
    let refused: unknown;
    try {
      readConfig(options, environment);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: 'invalid_input', field });
    expect(
      `${JSON.stringify(refused)} ${String(refused)} ${String((refused as Error).cause)}`,
    ).not.toContain(KEY);
  });

  it.each([
    '{"embedder": {"key": "sk-secret-0123456789" "url": 1}}',
    '{"embedder": {"key": sk-secret-0123456789}}',
    'sk-secret-0123456789',
  ])('do not show a key of a file that is no JSON: %s', (text) => {
    const path = configFile(text);
    try {
      readConfig({}, { MNEME_CONFIG: path });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_input' });
      expect(
        `${JSON.stringify(error)} ${String(error)} ${String((error as Error).cause)}`,
      ).not.toContain('secret');
    }
  });
});

describe('the key of the file', () => {
  it('has one source: the nearest to the caller', () => {
    const environment = {
      MNEME_KEY_COMMAND: 'pass "show" mneme',
      MNEME_CONFIG: configFile('{"key": "from the file"}'),
    };
    const { key, keyFile, keyCommand } = readConfig({}, environment);
    expect([key, keyFile, keyCommand]).toEqual([undefined, undefined, ['pass', 'show', 'mneme']]);
    expect(readConfig({ key: 'given by the caller' }, environment)).toMatchObject({
      key: 'given by the caller',
    });
    expect(readConfig({ key: 'given by the caller' }, environment).keyCommand).toBeUndefined();
    expect(readConfig({ key: null }, environment)).not.toHaveProperty(
      'keyCommand',
      expect.anything(),
    );
  });

  it('is in no error', () => {
    const secret = { key: 'correct horse battery' };
    for (const given of [{ key: [secret.key] }, { ...secret, nothing: 1 }])
      expect(() => readConfig(given as object, {})).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('horse') as string }),
      );
  });

  it('is not asked of a command that a file in the working folder names', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mneme.config.json'), '{"keyCommand": "touch owned"}');
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(() => readConfig({}, {})).toThrow(
        expect.objectContaining({ code: 'invalid_input', field: 'keyCommand' }),
      );
      expect(readConfig({}, { MNEME_CONFIG: 'mneme.config.json' }).keyCommand).toEqual([
        'touch',
        'owned',
      ]);
    } finally {
      process.chdir(before);
    }
  });
});
