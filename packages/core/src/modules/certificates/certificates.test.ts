import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';
import { connect } from '@mneme/client/connect.js';
import { grpcClient, PROTO_FOLDER } from '../../../../../test/support/grpc-client.js';
import { serveTestMemory } from '../../../../../test/support/served-memory.js';
import { runProgram } from '../../../../../test/support/run-node.js';
import {
  certifyErasure,
  certifyExport,
  createSigningKey,
  verifyCertificate,
} from './certificate.js';

const { pem, fingerprint } = createSigningKey();

async function erased(): Promise<string> {
  const { memory, clock } = await openTestMemory({ file: temporaryFile() });
  await memory.rememberAll([
    { content: 'I moved to Porto.', speaker: 'Tom Okafor' },
    { content: 'Tom Okafor keeps bees.', speaker: 'Ana' },
    'The ferry leaves at six.',
  ]);
  const report = await memory.privacy.erase({ subject: 'Tom Okafor', yes: true });
  return certifyErasure(report, {
    key: pem,
    bank: memory.bankName,
    actor: 'tester',
    at: clock.now(),
    reference: 'R-118',
  });
}

describe('an account of an erasure', () => {
  it('says what was done and by whom, names nobody, and is checked without the bank', async () => {
    const text = await erased();
    expect(text).not.toMatch(/Tom|Okafor/);
    const { account, signer } = verifyCertificate(text, { signer: fingerprint });
    expect(signer).toBe(fingerprint);
    expect(account).toMatchObject({
      actor: 'tester',
      bank: 'test',
      reference: 'R-118',
      at: '2025-02-03T12:00:00.000Z',
      done: {
        what: 'erasure',
        memories: { said: 1 },
        proof: { bytesFound: 0 },
        remains: 0,
      },
    });
  });

  it('fails when any one byte is altered', async () => {
    const bytes = Buffer.from(await erased());
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ by;
        expect(() => verifyCertificate(other.toString('utf8'))).toThrow(/does not hold/);
      }),
      { numRuns: 300 },
    );
    // Flips one bit in every byte.
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(() => verifyCertificate(other.toString('utf8')), `byte ${at}`).toThrow();
    }
  });

  it('fails by another signer, cut short, longer, or as something else', async () => {
    const text = await erased();
    expect(() => verifyCertificate(text, { signer: createSigningKey().fingerprint })).toThrow(
      /signed by/,
    );
    for (const other of [text.slice(0, -1), `${text}\n`, '', '{}', '[]', 'x'.repeat(100_000)])
      expect(() => verifyCertificate(other)).toThrow(/does not hold/);
    const swapped = JSON.parse(text) as { account: { publicKey: string } };
    const { publicKey } = generateKeyPairSync('ed25519');
    swapped.account.publicKey = publicKey
      .export({ type: 'spki', format: 'der' })
      .toString('base64');
    expect(() => verifyCertificate(`${JSON.stringify(swapped, null, 2)}\n`)).toThrow(
      /does not hold/,
    );
  });

  it('is refused for what was not done, and by a key of another kind', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'I moved to Porto.', speaker: 'Tom Okafor' });
    const report = await memory.privacy.erase({ subject: 'Tom Okafor' });
    const signing = { key: pem, bank: 'test', actor: 'a', at: 0 };
    expect(() => certifyErasure(report, signing)).toThrow(/not done/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    for (const key of [rsa, 'no key', ''])
      expect(() => certifyErasure({ ...report, done: true }, { ...signing, key })).toThrow(
        /signing key/,
      );
  });
});

it('an account of an export is of just that file', async () => {
  const { memory } = await openTestMemory();
  await memory.remember('The ferry leaves at six.');
  const path = join(temporaryFolder(), 'all.jsonl');
  const report = await memory.care.export(path);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  const text = certifyExport(report, sha256, { key: pem, bank: 'test', actor: 'a', at: 0 });
  expect(verifyCertificate(text, { sha256 }).account.done).toMatchObject({
    what: 'export',
    bytes: report.bytes,
    records: { memory: 1 },
  });
  expect(() =>
    verifyCertificate(text, { sha256: sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) }),
  ).toThrow(/not the one/);
});

it('the command line signs an erasure, and checks it by the file alone', async () => {
  const folder = temporaryFolder();
  const [file, key, certificate] = ['m.mneme', 'signing.pem', 'erased.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const made = await runProgram(['certificate-key', key]);
  const [signer = ''] = /SHA256:\S+/.exec(made.out) ?? [];
  await runProgram(['remember', 'Tom Okafor keeps bees.', '--file', file]);
  const erase = [
    'erase',
    '--subject',
    'Tom Okafor',
    '--yes',
    '--file',
    file,
    '--certificate',
    certificate,
  ];
  // Without a key it fails and does nothing.
  expect((await runProgram(erase)).code).toBe(2);
  expect((await runProgram([...erase, '--signing-key', key])).code).toBe(0);
  const checked = await runProgram(['verify-certificate', certificate, '--signer', signer]);
  expect([checked.code, checked.out.includes('Holds:')]).toEqual([0, true]);
  writeFileSync(
    certificate,
    readFileSync(certificate, 'utf8').replace('"version": 1', '"version":  1'),
  );
  expect((await runProgram(['verify-certificate', certificate])).code).toBe(9);
}, 60_000);

interface Work {
  readonly state: string;
  readonly result?: { readonly certificate?: string };
}

it('comes with the answer at every door, where the server has a key', async () => {
  const signingKeyFile = temporaryFile('signing.pem');
  writeFileSync(signingKeyFile, pem);
  const server = await serveTestMemory({
    signingKeyFile,
    grpc: { port: 0, protoFolder: PROTO_FOLDER },
  });
  const { memory } = server;
  const speakers = ['Ana Reis', 'Ben Sorel', 'Cleo Marsh'] as const;
  await memory.rememberAll(
    speakers.map((speaker, at) => ({ content: `I keep ${at + 3} herons.`, speaker })),
  );
  const [ana, ben, cleo] = speakers;
  const { key } = await memory.file.keys.create({
    name: 'office',
    scopes: ['read', 'write', 'admin'],
  });
  const client = await connect(server.url, { key });
  const dry = await client.privacy.erase({ subject: ana });
  expect(dry.certificate).toBeNull();
  const grpc = grpcClient(server.grpc);
  const { id } = (await grpc.call('erase', { subject: ben, yes: true }, key)) as { id: string };
  await vi.waitUntil(
    async () => ((await grpc.call('get_work', { id }, key)) as unknown as Work).state !== 'running',
    { timeout: 30_000 },
  );
  const overGrpc = (await grpc.call('get_work', { id }, key)) as unknown as Work;
  const texts = [
    (await client.privacy.erase({ subject: ana, yes: true })).certificate,
    overGrpc.result?.certificate,
    (await memory.privacy.erase({ subject: cleo, yes: true })).certificate,
  ].map(String);
  for (const [at, text] of texts.entries()) {
    const { account } = verifyCertificate(text, { signer: fingerprint });
    expect(account).toMatchObject({
      bank: 'default',
      done: { what: 'erasure', memories: { said: 1 } },
    });
    if (at < 2) expect(account.actor).toBe('key:office');
    expect(text).not.toMatch(/Ana|Ben|Cleo/);
    const altered = Buffer.from(text);
    altered[at * 7] = (altered[at * 7] ?? 0) ^ 1;
    expect(() => verifyCertificate(altered.toString('utf8'))).toThrow();
  }
  expect(new Set(texts).size).toBe(texts.length);
}, 120_000);

it('is asked for with a key that signs, or not at all', async () => {
  const nothing = temporaryFile('none.pem');
  await expect(openTestMemory({ signingKeyFile: nothing })).rejects.toMatchObject({
    code: 'not_found',
    field: 'signingKeyFile',
  });
  writeFileSync(nothing, 'no key');
  await expect(openTestMemory({ signingKeyFile: nothing })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'signingKey',
  });
});
