import { ANY, type DeclaredType, type TypeName } from './program.js';

const NAMES: Readonly<Record<string, TypeName>> = {
  int: 'int',
  number: 'int',
  bigint: 'int',
  float: 'real',
  str: 'str',
  string: 'str',
  bool: 'bool',
  boolean: 'bool',
};
const NOTHING = new Set(['None', 'null', 'undefined']);
const LISTS =
  /^(?:list|List|Sequence|Array|ReadonlyArray|Iterable|MutableSequence|typing\.List)[[<](.+)[\]>]$/;
const OPTIONAL = /^(?:typing\.)?Optional\[(.+)\]$/;

/** A type as it is written, in either language: `list[int]`, `readonly number[]`, `string | null`, `Optional[int]`. */
export function readType(written: string): DeclaredType {
  const text = written.replace(/^:|^->/, '').trim();
  const optional = OPTIONAL.exec(text)?.[1];
  if (optional !== undefined) return { ...readType(optional), nullable: true };
  const parts = alternatives(text);
  if (parts.length > 1) {
    const values = parts.filter((part) => !NOTHING.has(part));
    const [only] = values;
    const base = values.length === 1 && only !== undefined ? readType(only) : ANY;
    return { ...base, nullable: values.length < parts.length };
  }
  if (NOTHING.has(text)) return { ...ANY, nullable: true };
  const bare = text.replace(/^readonly /, '');
  if (bare === 'list' || bare === 'List') return { base: 'array', element: 'int', nullable: false };
  const element = bare.endsWith('[]') ? bare.slice(0, -2) : LISTS.exec(bare)?.[1];
  if (element !== undefined) {
    const inner = readType(element.replace(/^\((.*)\)$/, '$1'));
    return {
      base: 'array',
      element: inner.base === 'array' || inner.nullable ? 'any' : inner.base,
      nullable: false,
    };
  }
  return { ...ANY, base: NAMES[bare] ?? 'any' };
}

/** The members of a union, not those of its parts. */
function alternatives(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ('[(<{'.includes(sign)) depth++;
    if ('])>}'.includes(sign)) depth--;
    if (sign === '|' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}
