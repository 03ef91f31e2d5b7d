/** The group of a finding; a bank's policy says which groups are removed. */
export type PersonalGroup = 'secret' | 'contact' | 'identity';

/** Every kind of personal data that is detected, with its group. The kind replaces the value in the text. */
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
