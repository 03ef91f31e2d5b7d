// npm run calls: generates the client's table of operations, so that it loads none of them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCalls } from '../packages/client/src/write-calls.js';
import { root } from './setup.mjs';

writeFileSync(join(root, 'packages', 'client', 'src', 'calls.ts'), writeCalls());
