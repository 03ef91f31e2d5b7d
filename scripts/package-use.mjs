// Uses the package by `import` or by `require`; check-package.mjs copies this file into projects.
//   node package-use.mjs import|require
import { strict as assert } from 'node:assert';
import { createRequire } from 'node:module';
import { useAiSdk } from './ai-sdk.mjs';
import { useLangchain } from './langchain.mjs';

const load =
  process.argv[2] === 'require' ? createRequire(import.meta.url) : (name) => import(name);

const { openMemory, MnemeError } = await load('mneme');
const { connect } = await load('mneme/client');
/** A separate memory for each library. */
async function opened() {
  const memory = await openMemory({ file: ':memory:' });
  await memory.remember({
    content: 'The upload chunk size is 8 MB for the proxy.',
    session: 'old',
  });
  return memory;
}
await assert.rejects(connect('http://127.0.0.1:9'), (error) => error instanceof MnemeError);

for (const use of [useAiSdk, useLangchain]) {
  const memory = await opened();
  await use(load, memory);
  await memory.close();
}
