/** No verb opens a socket, looks up a name or fetches anything: shown from outside, in a process whose every way out is a trap. */
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../support/open-test-memory.js';
import { LIBRARY, PROGRAM, runScript, type Ran } from '../support/run-node.js';

/** Loaded before anything else: each way to the network writes down that it was tried, and throws. */
const TRAP = `
  import { syncBuiltinESMExports, createRequire } from 'node:module';
  const require = createRequire('file:///');
  const tried = [];
  const trap = (owner, name, what) => {
    owner[name] = function () {
      tried.push(what);
      throw new Error('trapped: ' + what);
    };
  };
  const net = require('net'), dns = require('dns'), http = require('http'), https = require('https'), dgram = require('dgram'), tls = require('tls'), http2 = require('http2');
  trap(net.Socket.prototype, 'connect', 'net.Socket.connect');
  trap(net.Server.prototype, 'listen', 'net.Server.listen');
  for (const name of ['connect', 'createConnection']) trap(net, name, 'net.' + name);
  trap(tls, 'connect', 'tls.connect');
  trap(http2, 'connect', 'http2.connect');
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
    trap(dns, name, 'dns.' + name);
    trap(dns.promises, name, 'dns.promises.' + name);
  }
  for (const [owner, scheme] of [[http, 'http'], [https, 'https']]) for (const name of ['request', 'get']) trap(owner, name, scheme + '.' + name);
  trap(dgram, 'createSocket', 'dgram.createSocket');
  trap(dgram.Socket.prototype, 'send', 'dgram.Socket.send');
  trap(globalThis, 'fetch', 'fetch');
  globalThis.WebSocket = function () { tried.push('WebSocket'); throw new Error('trapped: WebSocket'); };
  syncBuiltinESMExports();
  process.on('exit', (code) => {
    process.stdout.write('\\ntried: ' + JSON.stringify(tried) + '\\n');
    if (tried.length > 0 && code === 0) process.exitCode = 90;
  });
`;

function trapped(program: string, file: string): Promise<Ran> {
  return runScript(program, { env: { TEST_FILE: file } }, [
    '--import',
    `data:text/javascript,${encodeURIComponent(TRAP)}`,
  ]);
}

const WORK = `
  const { openMemory } = await import('${LIBRARY}');
  const memory = await openMemory({ file: process.env.TEST_FILE });
  const report = await memory.import('samples/kitchen-and-code.jsonl');
  const receipt = await memory.remember({ content: 'Tom moved to Porto last Saturday, see https://example.org/porto and ana@example.org.', speaker: 'Priya' });
  const { results } = await memory.recall('Where does Tom live now?');
  await memory.forget([receipt.id]);
  await memory.undo({ ids: [receipt.id] });
  await memory.list({ match: 'Porto' });
  await memory.show(receipt.id);
  await memory.care.stats();
  await memory.accept('The heron nests by the weir.');
  await memory.flush();
  await memory.care.doctor({ rebuild: true });
  await memory.close();
  console.log('done', report.outcomes.remembered, receipt.outcome, results.length);
`;

describe('the network', () => {
  it('is not touched by any verb', async () => {
    const { code, out, err } = await trapped(WORK, temporaryFile());
    expect(err).not.toContain('trapped');
    expect(out).toContain('done 283 remembered 10');
    expect(out).toContain('tried: []');
    expect(code).toBe(0);
  });

  it('is not touched by the command line', async () => {
    const file = temporaryFile();
    for (const [args, shown] of [
      ["'remember', 'The heron nests by the weir.'", 'm_'],
      ["'recall', 'heron', '--json'", 'The heron nests'],
    ]) {
      const main = `
        process.argv = [process.execPath, 'mneme', ${args}, '--file', process.env.TEST_FILE];
        await import('./${PROGRAM}');
      `;
      const { code, out } = await trapped(main, file);
      expect(out).toContain(shown);
      expect(out).toContain('tried: []');
      expect(code).toBe(0);
    }
  });

  it('is watched: each way to it is caught, even when its error is swallowed', async () => {
    const ways: readonly (readonly [string, string])[] = [
      [
        'net.Socket.connect',
        `const net = await import('node:net'); new net.Socket().connect(9, '127.0.0.1');`,
      ],
      ['net.connect', `const { connect } = await import('node:net'); connect(9, '127.0.0.1');`],
      [
        'dns.lookup',
        `const { lookup } = await import('node:dns'); lookup('localhost', () => undefined);`,
      ],
      ['fetch', `await fetch('http://127.0.0.1:9/');`],
      [
        'dgram.createSocket',
        `const { createSocket } = await import('node:dgram'); createSocket('udp4');`,
      ],
    ];
    const { code, out } = await trapped(
      ways.map(([, program]) => `try { ${program} } catch {}`).join('\n'),
      '',
    );
    expect(out).toContain(`tried: ${JSON.stringify(ways.map(([way]) => way))}`);
    expect(code).toBe(90);
  });
});
