import type { FieldCondition, MetadataCondition } from '../../../domain/metadata-filter.js';
import type { SqliteValue } from './sqlite-database.js';

export interface MetadataSql {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** A metadata condition as an expression over a column of valid JSON. */
export function metadataSql(condition: MetadataCondition, column: string): MetadataSql {
  if ('all' in condition) return joined(condition.all, ' AND ', column);
  if ('any' in condition) return joined(condition.any, ' OR ', column);
  if ('not' in condition) {
    const { sql, values } = metadataSql(condition.not, column);
    return { sql: `NOT ${sql}`, values };
  }
  const { sql, values } = testSql(condition);
  const found = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE key = ?${sql})`;
  const absent = condition.test === 'exists' && !condition.value;
  return { sql: absent ? `NOT ${found}` : found, values: [condition.name, ...values] };
}

function joined(parts: readonly MetadataCondition[], by: string, column: string): MetadataSql {
  const each = parts.map((part) => metadataSql(part, column));
  return {
    sql: `(${each.map(({ sql }) => sql).join(by)})`,
    values: each.flatMap(({ values }) => values),
  };
}

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function testSql(condition: FieldCondition): MetadataSql {
  if (condition.test === 'exists') return { sql: '', values: [] };
  const { test, value } = condition;
  const tests = (test === 'in' ? value : [value]).map((each) =>
    valueSql(test === 'in' ? 'eq' : test, each),
  );
  return {
    sql: ` AND (${tests.map(({ sql }) => sql).join(' OR ')})`,
    values: tests.flatMap(({ values }) => values),
  };
}

/** JSON's types are distinct: "1" is not 1, and true is not 1. */
function valueSql(test: keyof typeof OPERATORS, value: string | number | boolean): MetadataSql {
  if (typeof value === 'boolean') return { sql: `type = '${value}'`, values: [] };
  const types = typeof value === 'string' ? `type = 'text'` : `type IN ('integer', 'real')`;
  return { sql: `(${types} AND value ${OPERATORS[test]} ?)`, values: [value] };
}
