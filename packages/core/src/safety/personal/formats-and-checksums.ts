import { createHash } from 'node:crypto';
import type { PersonalKind } from '../../domain/privacy.js';

/** ISO/IEC 7812: the check digit of card numbers. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: an IBAN modulo 97 is 1. Letters count 10 to 35. */
export function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const sign of (iban.slice(4) + iban.slice(0, 4)).toUpperCase()) {
    const value = Number.parseInt(sign, 36);
    if (Number.isNaN(value)) return false;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const D5 = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff's check digit, as in India's Aadhaar. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    check = Number(D5[check]?.[Number(PERMUTATIONS[i % 8]?.[digit])]);
  }
  return check === 0;
}

/** The two check digits of a Brazilian CPF of 11 digits. */
export function passesCpf(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const check = (length: number): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** The check character of a Chinese identity number of 18 characters. */
export function passesChineseId(id: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(id[i]), 0);
  return '10X98765432'[sum % 11] === id[17]?.toUpperCase();
}

/** The check letter of a Spanish DNI or NIE. */
export function passesDni(id: string): boolean {
  const number = Number(
    id.slice(0, -1).replace(/^[XYZ]/i, (letter) => String('XYZ'.indexOf(letter.toUpperCase()))),
  );
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === id.at(-1)?.toUpperCase();
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Base58Check, as in Bitcoin's older addresses and its exported private keys: the last four bytes are the first of a
 * double SHA-256.
 */
export function passesBase58Check(text: string): boolean {
  let value = 0n;
  for (const sign of text) {
    const digit = BASE58.indexOf(sign);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  const leading = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = Buffer.concat([
    Buffer.alloc(leading),
    Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex'),
  ]);
  if (bytes.length < 25 || bytes.length > 38) return false;
  const sha = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return sha(sha(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** BIP 173 and BIP 350: the checksum of `bc1…` and the like. */
export function passesBech32(address: string): boolean {
  const text = address.toLowerCase();
  const split = text.lastIndexOf('1');
  const data = [...text.slice(split + 1)].map((sign) => BECH32.indexOf(sign));
  if (split < 1 || data.length < 6 || data.includes(-1)) return false;
  const prefix = [...text.slice(0, split)].map((sign) => sign.charCodeAt(0));
  let check = 1;
  for (const value of [
    ...prefix.map((code) => code >> 5),
    0,
    ...prefix.map((code) => code & 31),
    ...data,
  ]) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, mask] of GENERATOR.entries()) if (((top >> bit) & 1) === 1) check ^= mask;
  }
  return check === 1 || check === 0x2bc830a3;
}

/** Bits per character, 0 to about 6: low for a word or a repetition. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const ROTATIONS = [
  1n,
  3n,
  6n,
  10n,
  15n,
  21n,
  28n,
  36n,
  45n,
  55n,
  2n,
  14n,
  27n,
  41n,
  56n,
  8n,
  25n,
  43n,
  62n,
  18n,
  39n,
  61n,
  20n,
  44n,
];
const LANES = [
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
];
const MASK = (1n << 64n) - 1n;
const RATE = 136;

/**
 * Whether an address carries EIP-55's checksum: its letters are upper case where its Keccak-256 says so. An address
 * in lower case carries none.
 */
export function isChecksummedEthereum(address: string): boolean {
  const plain = address.slice(2).toLowerCase();
  if (address.slice(2) === plain || !/[a-f]/i.test(plain)) return false;
  const hash = keccak256(plain);
  return [...address.slice(2)].every(
    (sign, i) =>
      sign === (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? sign.toUpperCase() : sign.toLowerCase()),
  );
}

/** Keccak-256 of a text of fewer than 136 bytes, as hex. Node has SHA-3, which pads differently. */
function keccak256(text: string): string {
  const block = new Uint8Array(RATE);
  block.set(new TextEncoder().encode(text).subarray(0, RATE - 1));
  block[Math.min(text.length, RATE - 1)] = 1;
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80;
  const state = new BigUint64Array(25);
  state.set(new BigUint64Array(block.buffer));
  permute(state);
  return Buffer.from(state.buffer, 0, 32).toString('hex');
}

function permute(state: BigUint64Array): void {
  const at = (i: number): bigint => state[i] ?? 0n;
  const rotate = (value: bigint, by: bigint): bigint =>
    ((value << by) | (value >> (64n - by))) & MASK;
  for (const constant of roundConstants()) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20),
    );
    for (let i = 0; i < 25; i++)
      state[i] = at(i) ^ (columns[(i + 4) % 5] ?? 0n) ^ rotate(columns[(i + 1) % 5] ?? 0n, 1n);
    let carried = at(1);
    for (const [i, lane] of LANES.entries()) {
      const next = at(lane);
      state[lane] = rotate(carried, ROTATIONS[i] ?? 0n);
      carried = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = [0, 1, 2, 3, 4].map((x) => at(row + x));
      for (let x = 0; x < 5; x++)
        state[row + x] =
          (lanes[x] ?? 0n) ^ (~(lanes[(x + 1) % 5] ?? 0n) & MASK & (lanes[(x + 2) % 5] ?? 0n));
    }
    state[0] = at(0) ^ constant;
  }
}

/** The round constants, from the linear feedback shift register that defines them. */
function roundConstants(): bigint[] {
  const constants: bigint[] = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if ((register & 1) === 1) constant |= 1n << BigInt((1 << j) - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    constants.push(constant);
  }
  return constants;
}

/** A service whose keys are recognisable by their format alone. */
interface SecretFormat {
  readonly service: string;
  readonly kind: Extract<PersonalKind, 'api_key' | 'token' | 'private_key'>;
  /**
   * A literal prefix followed by bounded character classes: no format is ambiguous, so none can backtrack
   * exponentially.
   */
  readonly form: string;
}

const key = (service: string, form: string): SecretFormat => ({ service, kind: 'api_key', form });
const token = (service: string, form: string): SecretFormat => ({ service, kind: 'token', form });

/** Formats as the services document them, with room for longer keys in the future. */
export const SECRET_FORMATS: readonly SecretFormat[] = [
  key('Mneme', '[mM][nN][kK]_[A-Za-z2-7]{12}_[\\w-]{20,86}'),
  key('Anthropic', 'sk-ant-[\\w-]{20,200}'),
  key('OpenRouter', 'sk-or-v1-[0-9a-f]{40,80}'),
  key('OpenAI', 'sk-(?:proj|svcacct|admin)-[\\w-]{20,250}'),
  key('OpenAI', 'sk-[A-Za-z0-9]{20,80}'),
  key('DeepSeek', 'sk-[0-9a-f]{32}'),
  key('Groq', 'gsk_[A-Za-z0-9]{30,80}'),
  key('xAI', 'xai-[A-Za-z0-9]{40,120}'),
  key('Perplexity', 'pplx-[A-Za-z0-9]{30,80}'),
  key('Hugging Face', 'hf_[A-Za-z0-9]{30,45}'),
  key('Hugging Face organisation', 'api_org_[A-Za-z]{30,45}'),
  key('Replicate', 'r8_[A-Za-z0-9]{30,45}'),
  key('Fireworks', 'fw_[A-Za-z0-9]{20,40}'),
  key('Pinecone', 'pcsk_[A-Za-z0-9_]{30,120}'),
  key('LangSmith', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'),
  key('Tavily', 'tvly-[\\w-]{25,60}'),
  token('GitHub', 'gh[pousr]_[A-Za-z0-9]{30,255}'),
  token('GitHub', 'github_pat_[A-Za-z0-9_]{50,120}'),
  token('GitLab', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[\\w-]{20,60}'),
  token('Bitbucket', 'ATBB[A-Za-z0-9]{24,40}'),
  token('Atlassian', 'ATATT3[\\w=-]{50,250}'),
  token('Slack', 'xox[abeoprs]-[\\w-]{20,160}'),
  token('Slack', 'xapp-\\d-[A-Z0-9]{5,15}-\\d{8,20}-[0-9a-f]{30,80}'),
  token('Slack webhook', 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/-]{30,120}'),
  token(
    'Discord webhook',
    'discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{15,22}/[\\w-]{40,90}',
  ),
  key('Stripe', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,120}'),
  key('Stripe', 'whsec_[A-Za-z0-9+/=]{24,80}'),
  key('AWS', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])'),
  key('Google', 'AIza[\\w-]{35}'),
  key('Google OAuth', 'GOCSPX-[\\w-]{28}'),
  token('Google OAuth', 'ya29\\.[\\w-]{30,250}'),
  key('Twilio', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'),
  key('SendGrid', 'SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}'),
  key('Mailgun', 'key-[0-9a-f]{32}(?![A-Za-z0-9])'),
  key('Mailchimp', '[0-9a-f]{32}-us\\d{1,2}(?!\\d)'),
  key('Brevo', 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  key('Resend', 're_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,40}'),
  token('npm', 'npm_[A-Za-z0-9]{36}'),
  token('PyPI', 'pypi-AgE[\\w-]{50,250}'),
  token('RubyGems', 'rubygems_[0-9a-f]{48}'),
  token('crates.io', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  token('Docker Hub', 'dckr_(?:pat|oat)_[\\w-]{27,60}'),
  token('Discord', '[MNO][A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'),
  token('Telegram', '\\d{8,10}:AA[\\w-]{33}(?![\\w-])'),
  key('Shopify', 'shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}'),
  key('Square', 'sq0(?:atp|csp|idp)-[\\w-]{22,60}'),
  key('Square', 'EAAA[\\w-]{60}(?![\\w-])'),
  token('Meta', 'EAA[A-Za-z0-9]{80,250}'),
  token('DigitalOcean', 'do[opr]_v1_[0-9a-f]{64}'),
  token('Heroku', 'HRKU-[\\w-]{36,70}'),
  token('Databricks', 'dapi[0-9a-f]{32}(?:-\\d)?'),
  key('Linear', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,70}'),
  key('Notion', '(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9]))'),
  token('Airtable', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  token('Figma', 'figd_[\\w-]{30,60}'),
  key('Postman', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  key('New Relic', 'NR(?:AK|JS|II|RA)-[A-Za-z0-9]{18,40}'),
  token('Sentry', 'sntry[su]_[\\w=+/-]{40,250}'),
  token('Grafana', 'gl(?:sa|c)_[\\w=+/-]{32,200}'),
  token('HashiCorp Vault', 'hv[sbr]\\.[\\w-]{24,200}'),
  token('Terraform Cloud', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}'),
  token('PlanetScale', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{30,70}'),
  key('Supabase', '(?:sbp_[0-9a-f]{40}|sb_secret_[\\w-]{20,60})'),
  token('Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]{2,35}\\.)?[A-Za-z0-9]{40,44}'),
  token('Pulumi', 'pul-[0-9a-f]{40}'),
  token('Prefect', 'pn[ub]_[A-Za-z0-9]{36}'),
  token('Netlify', 'nf[pcou]_[A-Za-z0-9]{36,44}'),
  token('Fly.io', '(?:fo1_[\\w-]{40,50}|FlyV1 fm[12][\\w+/=,]{40,250})'),
  token('Tailscale', 'tskey-(?:auth|api|client|scim)-[A-Za-z0-9]{6,24}-[A-Za-z0-9]{20,50}'),
  token('SonarQube', 'sq[pua]_[0-9a-f]{40}'),
  token('Typeform', 'tfp_[\\w.-]{40,80}'),
  token('Shippo', 'shippo_(?:live|test)_[0-9a-f]{40}'),
  token('Contentful', 'CFPAT-[\\w-]{40,60}'),
  token('Dynatrace', 'dt0[cs]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{60,70}'),
  token('Buildkite', 'bk(?:ua|aj|ct)_[0-9a-f]{40}'),
  token('CircleCI', 'CCIPAT_[A-Za-z0-9]{20,24}_[0-9a-f]{40}'),
  token('Adafruit', 'aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])'),
  token('Readme', 'rdme_[a-z0-9]{70}'),
  token('1Password', 'ops_eyJ[\\w+/=-]{100,900}'),
  token('Dropbox', 'sl\\.[\\w-]{100,250}'),
  token('Asana', '\\d/\\d{16}:[0-9a-f]{32}'),
  key('Flutterwave', 'FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}-X'),
  key('Razorpay', 'rzp_(?:live|test)_[A-Za-z0-9]{14,24}'),
  key('EasyPost', 'EZ[AT]K[A-Za-z0-9]{54}'),
  key('Mapbox', 'sk\\.eyJ[\\w-]{40,120}\\.[\\w-]{20,40}'),
  token('Plaid', 'access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}'),
  token('Wakatime', 'waka_[0-9a-f]{8}-[0-9a-f-]{27}'),
  key('Azure storage', 'AccountKey=[A-Za-z0-9+/]{80,90}={0,2}'),
  key('Azure application', '[A-Za-z0-9_~.]{3}\\dQ~[\\w.~-]{31,34}'),
  token(
    'Signed JSON (JWT)',
    'eyJ[A-Za-z0-9_-]{8,900}\\.eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{16,900}',
  ),
  { service: 'age', kind: 'private_key', form: 'AGE-SECRET-KEY-1[0-9A-Z]{58}' },
];
