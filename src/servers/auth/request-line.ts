import type { Caller } from './admission.js';

export interface Answered {
  readonly method: string;
  /** The place of a request, never its address: banks, ids and words stay out of a log. */
  readonly place: string;
  readonly status: number | string;
  /** When it came in, by `performance.now()`. */
  readonly began: number;
  readonly caller: Caller | undefined;
}

/** A request as a log has it: one line of JSON. */
export function requestLine({ method, place, status, began, caller }: Answered): string {
  return JSON.stringify({
    at: new Date().toISOString(),
    method,
    place,
    status,
    ms: Math.round(performance.now() - began),
    by: caller?.actor ?? caller?.id ?? null,
  });
}
