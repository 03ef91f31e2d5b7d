import type { JsonSchema } from '../../json-schema.js';
import { branchesOf, type Field } from '../shape.js';

/** A default longer than this says nothing at a glance. */
const LONGEST_DEFAULT = 60;

/** What a comment says of a field: its words, what it may be, its bounds and its default, all from its schema. */
export function fieldNotes({ schema, required }: Field, io: 'input' | 'output'): string {
  const words = wordsOf(schema);
  const notes = [
    typeof schema['description'] === 'string' ? schema['description'] : '',
    words.length > 0 ? `${words.length === 1 ? 'Is' : 'One of'}: ${words.join(', ')}.` : '',
    boundsOf(schema),
    io === 'input' && required ? 'Required.' : defaultOf(schema),
  ];
  return notes.filter((note) => note !== '').join(' ').replace(/\s+/g, ' ');
}

/** The words a text may be, where nothing else is allowed; of a list, those of its items. */
function wordsOf(schema: JsonSchema): string[] {
  const branches = branchesOf(schema);
  const [only] = branches;
  if (branches.length === 1 && only?.type === 'array' && typeof only['items'] === 'object') return wordsOf(only['items'] as JsonSchema);
  const words = branches.map((branch) => (branch['enum'] ?? (branch['const'] === undefined ? undefined : [branch['const']])) as readonly unknown[] | undefined);
  if (words.some((each) => each === undefined)) return [];
  return [...new Set(words.flat().map(String))];
}

function boundsOf(schema: JsonSchema): string {
  const branches = branchesOf(schema);
  const [only] = branches;
  if (branches.length !== 1 || (only?.type !== 'integer' && only?.type !== 'number')) return '';
  const bound = (keyword: string): number | null => (typeof only[keyword] === 'number' && Math.abs(only[keyword]) < Number.MAX_SAFE_INTEGER ? only[keyword] : null);
  const [least, most, above] = [bound('minimum'), bound('maximum'), bound('exclusiveMinimum')];
  if (least !== null && most !== null) return `${least} to ${most}.`;
  if (above !== null) return most === null ? `Above ${above}.` : `Above ${above}, at most ${most}.`;
  if (least !== null) return `${least} or more.`;
  return most === null ? '' : `At most ${most}.`;
}

function defaultOf(schema: JsonSchema): string {
  const text = 'default' in schema ? JSON.stringify(schema['default']) : '';
  return text === '' || text === '[]' || text === '{}' || text.length > LONGEST_DEFAULT ? '' : `Default: ${text}.`;
}
