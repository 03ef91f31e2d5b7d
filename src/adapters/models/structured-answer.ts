import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { Prompt } from '../../ports/language-model.js';

/** One turn of the conversation with a model: a prompt, or what it said before. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A model's output: parsed data, or text that should be JSON. */
export type Given = { readonly data: unknown } | { readonly text: string };

/** A wrong answer is shown to the model once, with what is wrong about it. */
const TRIES = 2;

/**
 * Asks until the answer matches the schema, at most twice unless the task says otherwise. `ask` sends the
 * conversation so far. Throws `unavailable` when the last answer does not match either, and what `ask`
 * throws.
 */
export async function structuredAnswer<Schema extends z.ZodType>(
  { answer: schema, text, tries: mostTries = TRIES }: Prompt<Schema>,
  ask: (talk: readonly Turn[]) => Promise<Given>,
): Promise<z.output<Schema>> {
  const talk: Turn[] = [{ role: 'user', content: text }];
  for (let tries = 1; ; tries++) {
    const given = await ask(talk);
    const read = readGiven(given);
    const parsed = read.ok ? schema.safeParse(read.value) : null;
    if (parsed?.success === true) return parsed.data;
    const wrong = parsed === null ? 'it is not JSON' : z.prettifyError(parsed.error);
    if (tries >= mostTries) {
      throw new MnemeError(
        'unavailable',
        `The language model did not keep to the form that was asked for: ${wrong.replace(/\s+/g, ' ').slice(0, 300)}.`,
        {
          field: 'languageModel.answer',
          hint: 'Try again, or configure a larger model.',
        },
      );
    }
    talk.push({
      role: 'assistant',
      content: 'text' in given ? given.text : JSON.stringify(given.data),
    });
    talk.push({
      role: 'user',
      content: `That answer does not fit: ${wrong}\nAnswer again, with JSON of the stated form alone.`,
    });
  }
}

/** Servers without a JSON mode put a fence around it. */
function readGiven(
  given: Given,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if ('data' in given) return { ok: true, value: given.data };
  const text = given.text.trim();
  const fence = /^```(?:json)?/.exec(text)?.[0] ?? '';
  const inner = fence !== '' && text.endsWith('```') ? text.slice(fence.length, -3) : text;
  try {
    return { ok: true, value: JSON.parse(inner) as unknown };
  } catch {
    return { ok: false };
  }
}

/** The schema of an answer as servers accept it. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...form } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return form;
}
