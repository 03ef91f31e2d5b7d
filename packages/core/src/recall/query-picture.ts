import type { ParsedImageInput } from '../domain/image.js';
import type { PictureCodes } from '../spaces/e10-multimodal.js';
import { readPicture, type PicturePorts } from '../spaces/read-picture.js';

/** The picture of a query. */
export interface QueryPicture {
  /** Hash of its file: one picture under two paths is one question. */
  readonly sha256: string;
  readonly codes: PictureCodes;
}

/** Reads the profile's picture. Throws `invalid_input`, `not_found`, `unavailable`, naming `profile.image`. */
export async function readQueryPicture(
  image: ParsedImageInput,
  ports: PicturePorts,
): Promise<QueryPicture> {
  const { record, code } = await readPicture(image, 'profile.image', ports);
  return { sha256: record.sha256, codes: [code] };
}
