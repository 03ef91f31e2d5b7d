import { MnemeError } from '../../domain/errors.js';

/** Fields that hold pictures, which a program on this machine may name by a path. */
const PICTURES: ReadonlySet<string> = new Set(['image', 'images']);

/** Refuses a picture named by a path, and `files`, fields that are paths: through a door they would be the server's. Throws `invalid_input`. */
export function refuseServerFiles(input: unknown, files: readonly string[] = []): void {
  if (typeof input !== 'object' || input === null) return;
  const named = files.find(
    (field) => (input as Readonly<Record<string, unknown>>)[field] !== undefined,
  );
  if (named !== undefined)
    throw new MnemeError(
      'invalid_input',
      `${named}: a path would be the server’s; send what the file holds.`,
      { field: named },
    );
  for (const [field, value] of Object.entries(input)) {
    if (Array.isArray(input) || !PICTURES.has(field)) refuseServerFiles(value);
    else for (const picture of [value].flat()) refusePath(field, picture);
  }
}

function refusePath(field: string, picture: unknown): void {
  const named =
    typeof picture === 'string'
      ? !picture.startsWith('data:')
      : typeof picture === 'object' && picture !== null && 'path' in picture;
  if (named)
    throw new MnemeError(
      'invalid_input',
      `${field}: a picture is sent as a data: URL or in base64; a path would be the server’s.`,
      { field },
    );
}
