import { MnemeError } from '../../domain/errors.js';
import { jsonExcess, MAX_JSON_VALUES } from '../../domain/json-limits.js';

/** Refuses JSON that is too deep or holds too much, before any of it is parsed. Throws `invalid_input`. */
export function assertParsable(body: string): void {
  const excess = jsonExcess(body, MAX_JSON_VALUES);
  if (excess === null) return;
  throw new MnemeError('invalid_input', `In the body, ${excess.reason}.`, {
    field: 'body',
    value: `at character ${excess.at + 1}`,
    hint: 'Send a JSON object as GET /v1/openapi.json describes it; a file goes to /import.',
  });
}
