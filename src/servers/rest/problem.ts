import { MnemeError, type ErrorCode } from '../../domain/errors.js';

/** How each refusal is told in HTTP. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  not_found: 404,
  malformed_import: 422,
  not_a_bank: 500,
  newer_version: 500,
  locked: 503,
  read_only: 403,
  disk_full: 507,
  corrupt: 500,
  conflict: 409,
  unavailable: 503,
  interrupted: 503,
  closed: 503,
  unauthorised: 401,
  denied: 403,
  rate_limited: 429,
  too_large: 413,
};

/** A refusal as `application/problem+json` (RFC 9457), with the code of the closed list. HTTP may have a status of its own for it. */
export function problemOf(error: MnemeError, status = HTTP_STATUS[error.code]): Response {
  const { message, ...rest } = JSON.parse(JSON.stringify(error)) as { message: string };
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (error.code === 'unauthorised') headers['www-authenticate'] = 'Bearer';
  if (error.code === 'rate_limited') headers['retry-after'] = String(error.value);
  // What is left of a body that is too long, or too slow, is not waited for.
  if (error.code === 'too_large' || error.field === 'body') headers['connection'] = 'close';
  return new Response(
    JSON.stringify({
      type: `urn:mneme:${error.code}`,
      title: TITLES[status] ?? 'Refused',
      status,
      detail: message,
      ...rest,
    }),
    { status, headers },
  );
}

/** A method that a place does not serve, with those that it does. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Response {
  const names = allowed.join(', ');
  const response = problemOf(
    new MnemeError('invalid_input', `${method} is not served here.`, {
      field: 'method',
      value: method,
      hint: `Here is served: ${names}. GET /v1/openapi.json tells what there is.`,
    }),
    405,
  );
  response.headers.set('allow', names);
  return response;
}

/** A fault of ours; what it was is no business of the caller's. */
export function faultResponse(): Response {
  const body = {
    type: 'about:blank',
    title: TITLES[500],
    status: 500,
    detail: 'A fault of the server.',
  };
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  422: 'Unreadable import',
  429: 'Too many requests',
  500: 'Server fault',
  503: 'Unavailable',
  507: 'No space',
};
