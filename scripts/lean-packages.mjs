// Removes from the bundle what packages contain unused or twice.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** zod's messages in sixty languages: `zod` itself selects English, which is all we use. */
const LOCALES = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
/** The JSON Schema validator, of which both MCP packages contain a copy. */
const VALIDATOR = /[\\/]@modelcontextprotocol[\\/]client[\\/]dist[\\/](ajvProvider-)[^\\/]*\.mjs$/;

/** An esbuild plugin. */
export const leanPackages = {
  name: 'lean-packages',
  setup({ onLoad }) {
    onLoad({ filter: LOCALES }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
    onLoad({ filter: VALIDATOR }, ({ path }) => {
      const [, start] = VALIDATOR.exec(path);
      const folder = join(dirname(path), '..', '..', 'server', 'dist');
      const other = readdirSync(folder).find(
        (name) => name.startsWith(start) && name.endsWith('.mjs'),
      );
      if (other === undefined || !sameCode(path, join(folder, other))) return undefined;
      return {
        contents: `export * from '../../server/dist/${other}';`,
        resolveDir: dirname(path),
      };
    });
  },
};

/** Whether two bundles differ only in their own names and those of imported chunks. */
function sameCode(one, other) {
  const [a, b] = [one, other].map((path) =>
    readFileSync(path, 'utf8')
      .replaceAll(basename(path), '')
      .replace(/^(import .* from "\.\/\w+)-[^"]*";$/gm, '$1";')
      .trim(),
  );
  return a === b;
}
