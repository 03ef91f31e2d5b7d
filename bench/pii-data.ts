import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Span = z.object({
  entity_type: z.string(),
  entity_value: z.string(),
  start_position: z.int(),
  end_position: z.int(),
});
const Sentence = z.object({ full_text: z.string(), spans: z.array(Span) });

/** One labelled text of presidio-research's synthetic sets. */
export interface LabelledText {
  readonly text: string;
  readonly spans: readonly { readonly kind: string; readonly from: number; readonly to: number }[];
}

/** Reads a file of that kind. Throws `ZodError` for another shape. */
export function readPiiFile(path: string): LabelledText[] {
  return z
    .array(Sentence)
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .map(({ full_text: text, spans }) => ({
      text,
      spans: spans.map(({ entity_type: kind, start_position: from, end_position: to }) => ({
        kind,
        from,
        to,
      })),
    }));
}
