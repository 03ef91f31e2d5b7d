// npx tsx scripts/write-readme.mts: updates the output shown below the README's example.
import { readFileSync, writeFileSync } from 'node:fs';
import { exampleIn, runExample, withPrinted } from '../test/support/run-readme.js';

const path = new URL('../README.md', import.meta.url);
const readme = readFileSync(path, 'utf8');
writeFileSync(path, withPrinted(readme, runExample(exampleIn(readme).code)));
