import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { SchemaNames } from '../../json-schema.js';

/** Folders whose modules name what operations take and give. */
const FOLDERS = ['operations/outputs', 'domain', 'domain/learned', 'engine'] as const;

/** The schemas of objects and of several kinds of value under the names that the code exports them by. */
export async function schemaNames(): Promise<SchemaNames> {
  const names = new Map<object, string>();
  for (const folder of FOLDERS) {
    const place = new URL(`../../../${folder}/`, import.meta.url);
    const files = readdirSync(fileURLToPath(place)).filter((file) => /(?<!\.d|\.test)\.[jt]s$/.test(file)).sort();
    for (const file of files) {
      const exported = (await import(new URL(file, place).href)) as Readonly<Record<string, unknown>>;
      for (const [name, value] of Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (value instanceof z.ZodType && !names.has(value.def)) names.set(value.def, name.replace(/Output$/, ''));
      }
    }
  }
  return names;
}
