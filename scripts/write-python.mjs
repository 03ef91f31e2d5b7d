// npm run python, and part of every build: generates the Python client from the API description.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../packages/server/src/rest/openapi.js';
import { endpoints } from '../packages/server/src/rest/routes.js';
import { writePython } from '../packages/server/src/rest/write-python.js';
import { root } from './setup.mjs';

const folder = join(root, 'clients', 'python');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'mneme_client.py'), writePython(describeApi(endpoints(), '')));
