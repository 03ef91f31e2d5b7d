import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A function without its documentation, and the first paragraph of that. */
export interface Documented {
  readonly code: string;
  readonly description: string;
}

const MIN_WORDS = 4;
const MAX_DESCRIPTION = 600;
const MAX_CODE = 4_000;
const DEFINES = /^([ \t]*)(?:async[ \t]+)?def[ \t]+\w/;
const DOCSTRING = /^[ \t]*[rRuU]?("""|''')([\s\S]*?)\1[ \t]*(?:\n|$)/;
/** Folders of tests describe what they try, not what code does. */
const LEFT_OUT = /^(?:tests?|testing|__pycache__|\..*)$/;

/** The documented functions of a folder's Python; none twice. At most `most` of each file's folder's package, so that no one manner of writing prevails. */
export function readDocumentedPython(folder: string, most: number): Documented[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => !LEFT_OUT.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const found = sources(path).flatMap((file) => functionsOf(readFileSync(file, 'utf8')));
      const distinct = [...new Map(found.map((each) => [each.description, each])).values()];
      const step = Math.max(1, distinct.length / most);
      return Array.from(
        { length: Math.min(most, distinct.length) },
        (_, at) => distinct[Math.floor(at * step)] as Documented,
      );
    });
}

function sources(path: string): string[] {
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .sort()
      .filter((name) => !LEFT_OUT.test(name))
      .flatMap((name) => sources(join(path, name)));
  return path.endsWith('.py') ? [path] : [];
}

function functionsOf(source: string): Documented[] {
  const lines = source.split('\n');
  return lines.flatMap((line, start): Documented[] => {
    const indent = DEFINES.exec(line)?.[1];
    if (indent === undefined) return [];
    const head = headLines(lines, start);
    let end = start + head;
    while (
      end < lines.length &&
      (lines[end]?.trim() === '' ||
        (/^[ \t]*/.exec(lines[end] ?? '')?.[0].length ?? 0) > indent.length)
    )
      end++;
    const body = lines
      .slice(start + head, end)
      .join('\n')
      .trimEnd();
    const documentation = DOCSTRING.exec(`${body}\n`);
    if (documentation === null) return [];
    const description =
      (documentation[2] ?? '')
        .trim()
        .split(/\n\s*\n/)[0]
        ?.replace(/\s+/g, ' ')
        .trim() ?? '';
    const rest = body.slice(documentation[0].length).trimEnd();
    const code = `${lines.slice(start, start + head).join('\n')}\n${rest}`;
    return rest === '' ||
      description.split(' ').length < MIN_WORDS ||
      description.length > MAX_DESCRIPTION ||
      code.length > MAX_CODE
      ? []
      : [{ code, description }];
  });
}

/** Lines from `def` to the colon that ends it. */
function headLines(lines: readonly string[], start: number): number {
  for (let count = 1; count <= 20; count++)
    if (/:[ \t]*(?:#.*)?$/.test(lines[start + count - 1] ?? '')) return count;
  return 1;
}
