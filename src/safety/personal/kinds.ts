/** What a finding belongs to; a bank's policy says which groups are taken out. */
export type PersonalGroup = 'secret' | 'contact' | 'identity';

/** Every kind of personal data that is looked for, with its group. The kind stands in the text in place of the value. */
export const PERSONAL_KINDS = {
  api_key: 'secret',
  token: 'secret',
  password: 'secret',
  private_key: 'secret',
  seed_phrase: 'secret',
  card: 'secret',
  ssn: 'secret',
  national_id: 'contact',
  iban: 'contact',
  email: 'contact',
  phone: 'contact',
  ip: 'contact',
  mac: 'contact',
  coordinates: 'contact',
  crypto_address: 'contact',
  birth_date: 'contact',
  passport: 'contact',
  driver_licence: 'contact',
  account: 'contact',
  name: 'identity',
  address: 'identity',
} as const satisfies Record<string, PersonalGroup>;
export type PersonalKind = keyof typeof PERSONAL_KINDS;

/** A stretch of a text, `[from, to)` in UTF-16 units, and what it is. */
export interface Finding {
  readonly kind: PersonalKind;
  readonly from: number;
  readonly to: number;
}

/** A text with what finders share: its lower-case twin is made once. */
export interface Reading {
  readonly text: string;
  /** Of the same length as `text`, so that places agree. */
  readonly lower: string;
}

export function startReading(text: string): Reading {
  const lower = text.toLowerCase();
  // A few letters grow when they are put in lower case ("İ"); then only ASCII is.
  return { text, lower: lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) };
}

/** Whether any of the cues stands in the `before` characters in front of a place. */
export function cuedBefore({ lower }: Reading, at: number, before: number, cue: RegExp): boolean {
  return cue.test(lower.slice(Math.max(0, at - before), at));
}
