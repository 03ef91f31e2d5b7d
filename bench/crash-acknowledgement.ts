/** What the child says once its promise has resolved: from then on it must never be lost. */
export type Acknowledgement =
  | { readonly did: 'open' }
  | { readonly did: 'refused'; readonly code: string }
  | { readonly did: 'remember'; readonly memories: readonly Ticketed[] }
  | { readonly did: 'forget' | 'restore'; readonly ids: readonly string[] };

export interface Ticketed {
  readonly id: string;
  readonly content: string;
  /** A word that no other memory has. */
  readonly ticket: string;
}

/** A line the child was killed in the middle of is no acknowledgement. */
export function readAcknowledgement(line: string): Acknowledgement | null {
  try {
    return JSON.parse(line) as Acknowledgement;
  } catch {
    return null;
  }
}
