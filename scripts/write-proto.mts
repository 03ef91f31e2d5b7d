// npm run proto: writes the description of the operations for gRPC, and the numbers of its fields.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldNumbers } from '../src/servers/grpc/proto/numbers.js';
import { schemaNames } from '../src/servers/grpc/proto/schema-names.js';
import { writeProto } from '../src/servers/grpc/proto/write-proto.js';
import { root } from './setup.mjs';

const folder = join(root, 'proto', 'mneme', 'v1');
mkdirSync(folder, { recursive: true });
const numbersFile = join(folder, 'numbers.json');
const known = (): FieldNumbers => {
  try {
    return JSON.parse(readFileSync(numbersFile, 'utf8')) as FieldNumbers;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};
const { text, numbers } = writeProto(schemaNames(), known());
writeFileSync(join(folder, 'mneme.proto'), text);
writeFileSync(numbersFile, `${JSON.stringify(numbers, null, 1)}\n`);
