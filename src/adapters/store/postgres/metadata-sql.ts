import type { FieldCondition, MetadataCondition } from '../../../domain/metadata-filter.js';

/** Gives a value its place among a statement's values and returns its mark. */
export type Mark = (value: string | number | boolean) => string;

/** What metadata must be like, as an expression over a column of JSON. */
export function metadataSql(condition: MetadataCondition, column: string, mark: Mark): string {
  if ('all' in condition)
    return `(${condition.all.map((part) => metadataSql(part, column, mark)).join(' AND ')})`;
  if ('any' in condition)
    return `(${condition.any.map((part) => metadataSql(part, column, mark)).join(' OR ')})`;
  if ('not' in condition) return `NOT ${metadataSql(condition.not, column, mark)}`;
  return `coalesce(${fieldSql(condition, column, mark)}, false)`;
}

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function fieldSql(condition: FieldCondition, column: string, mark: Mark): string {
  const name = mark(condition.name);
  if (condition.test === 'exists')
    return `${condition.value ? '' : 'NOT '}jsonb_exists(${column}, ${name}::text)`;
  const { test, value } = condition;
  const field = `(${column} -> ${name}::text)`;
  const tests = (test === 'in' ? value : [value]).map((each) =>
    valueSql(field, test === 'in' ? 'eq' : test, each, mark),
  );
  return `(${tests.join(' OR ')})`;
}

/** JSON's types stay apart: "1" is not 1, and true is not 1. */
function valueSql(
  field: string,
  test: keyof typeof OPERATORS,
  value: string | number | boolean,
  mark: Mark,
): string {
  if (typeof value === 'boolean') return `${field} = '${value}'::jsonb`;
  const type = typeof value === 'string' ? 'string' : 'number';
  const compared =
    typeof value === 'string'
      ? `(${field} #>> '{}') COLLATE "C" ${OPERATORS[test]} ${mark(value)}::text`
      : `(${field} #>> '{}')::double precision ${OPERATORS[test]} ${mark(value)}::double precision`;
  // In the order of the cases: what is no number is not read as one.
  return `CASE WHEN jsonb_typeof(${field}) = '${type}' THEN ${compared} ELSE false END`;
}
