// What packages bring that the program never uses, or brings twice: left out of the bundle, or bundled once.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Every message of zod's in sixty languages: ours are English, as `zod` sets by itself. */
const LOCALES = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
/** The validator of JSON schemas, of which MCP's two packages have a copy each. */
const VALIDATOR = /[\\/]@modelcontextprotocol[\\/]client[\\/]dist[\\/](ajvProvider-)[^\\/]*\.mjs$/;

/** A plugin for esbuild. */
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

/** Whether two bundles differ in nothing but their own name and the names of the chunks that they import. */
function sameCode(one, other) {
  const [a, b] = [one, other].map((path) =>
    readFileSync(path, 'utf8')
      .replaceAll(basename(path), '')
      .replace(/^(import .* from "\.\/\w+)-[^"]*";$/gm, '$1";')
      .trim(),
  );
  return a === b;
}
