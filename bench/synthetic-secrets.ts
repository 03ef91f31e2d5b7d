import { createHash } from 'node:crypto';
import { seeded } from './synthetic-text.js';

/** One made-up secret in a text, and where it stands. */
export interface PlantedSecret {
  readonly service: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const UPPER = LOWER.toUpperCase();
const ALNUM = LOWER + UPPER + DIGITS;
const URL_SAFE = `${ALNUM}-_`;
const BASE64 = `${ALNUM}+/`;
const B58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

class Draw {
  constructor(readonly next: () => number) {}
  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }
  of(alphabet: string, length: number): string {
    let text = '';
    for (let i = 0; i < length; i++)
      text += alphabet[Math.floor(this.next() * alphabet.length)] ?? '';
    return text;
  }
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }
}

const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const uuid = (d: Draw): string =>
  `${d.of(HEX, 8)}-${d.of(HEX, 4)}-4${d.of(HEX, 3)}-a${d.of(HEX, 3)}-${d.of(HEX, 12)}`;

function exportedWalletKey(d: Draw): string {
  const payload = Buffer.from(`80${d.of(HEX, 64)}01`, 'hex');
  const sha = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  let value = BigInt(
    `0x${Buffer.concat([payload, sha(sha(payload)).subarray(0, 4)]).toString('hex')}`,
  );
  let text = '';
  for (; value > 0n; value /= 58n) text = (B58[Number(value % 58n)] ?? '') + text;
  return text;
}

/** Written from the services' own documents, apart from the forms that the guard looks for. */
const SERVICES: readonly (readonly [string, (d: Draw) => string])[] = [
  ['Anthropic', (d) => `sk-ant-api03-${d.of(URL_SAFE, 93)}AA`],
  ['OpenAI project', (d) => `sk-proj-${d.of(URL_SAFE, 74)}T3BlbkFJ${d.of(URL_SAFE, 74)}`],
  ['OpenAI', (d) => `sk-${d.of(ALNUM, 20)}T3BlbkFJ${d.of(ALNUM, 20)}`],
  ['Groq', (d) => `gsk_${d.of(ALNUM, 52)}`],
  ['Hugging Face', (d) => `hf_${d.of(LOWER + UPPER, 34)}`],
  ['Replicate', (d) => `r8_${d.of(ALNUM, 37)}`],
  ['GitHub', (d) => `${d.pick(['ghp', 'gho', 'ghs', 'ghu'])}_${d.of(ALNUM, 36)}`],
  ['GitHub fine-grained', (d) => `github_pat_${d.of(ALNUM, 22)}_${d.of(ALNUM, 59)}`],
  ['GitLab', (d) => `glpat-${d.of(URL_SAFE, 20)}`],
  ['Slack bot', (d) => `xoxb-${d.of(DIGITS, 12)}-${d.of(DIGITS, 13)}-${d.of(ALNUM, 24)}`],
  ['Slack app', (d) => `xapp-1-A${d.of(UPPER + DIGITS, 10)}-${d.of(DIGITS, 13)}-${d.of(HEX, 64)}`],
  ['Stripe', (d) => `${d.pick(['sk', 'rk'])}_live_${d.of(ALNUM, d.pick([24, 99]))}`],
  ['Stripe webhook', (d) => `whsec_${d.of(ALNUM, 32)}`],
  ['AWS access key', (d) => `AKIA${d.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`],
  ['Google', (d) => `AIza${d.of(URL_SAFE, 35)}`],
  ['Google OAuth', (d) => `GOCSPX-${d.of(URL_SAFE, 28)}`],
  ['Twilio', (d) => `SK${d.of(HEX, 32)}`],
  ['SendGrid', (d) => `SG.${d.of(URL_SAFE, 22)}.${d.of(URL_SAFE, 43)}`],
  ['Mailgun', (d) => `key-${d.of(HEX, 32)}`],
  ['Mailchimp', (d) => `${d.of(HEX, 32)}-us${d.between(1, 21)}`],
  ['npm', (d) => `npm_${d.of(ALNUM, 36)}`],
  ['PyPI', (d) => `pypi-AgEIcHlwaS5vcmc${d.of(URL_SAFE, 120)}`],
  ['RubyGems', (d) => `rubygems_${d.of(HEX, 48)}`],
  ['Docker Hub', (d) => `dckr_pat_${d.of(URL_SAFE, 27)}`],
  ['Discord', (d) => `M${d.of(ALNUM, 25)}.${d.of(URL_SAFE, 6)}.${d.of(URL_SAFE, 38)}`],
  ['Telegram', (d) => `${d.of('123456789', 1)}${d.of(DIGITS, 9)}:AA${d.of(URL_SAFE, 33)}`],
  ['Shopify', (d) => `shpat_${d.of(HEX, 32)}`],
  ['Square', (d) => `sq0atp-${d.of(URL_SAFE, 22)}`],
  ['DigitalOcean', (d) => `dop_v1_${d.of(HEX, 64)}`],
  ['Databricks', (d) => `dapi${d.of(HEX, 32)}`],
  ['Linear', (d) => `lin_api_${d.of(ALNUM, 40)}`],
  ['Notion', (d) => `ntn_${d.of(DIGITS, 11)}${d.of(ALNUM, 35)}`],
  ['Airtable', (d) => `pat${d.of(ALNUM, 14)}.${d.of(HEX, 64)}`],
  ['Figma', (d) => `figd_${d.of(URL_SAFE, 40)}`],
  ['Postman', (d) => `PMAK-${d.of(HEX, 24)}-${d.of(HEX, 34)}`],
  ['New Relic', (d) => `NRAK-${d.of(UPPER + DIGITS, 27)}`],
  ['Sentry', (d) => `sntrys_eyJ${d.of(BASE64, 80)}_${d.of(BASE64, 43)}`],
  ['Grafana', (d) => `glsa_${d.of(ALNUM, 32)}_${d.of(HEX, 8)}`],
  ['Vault', (d) => `hvs.${d.of(URL_SAFE, 90)}`],
  ['Terraform Cloud', (d) => `${d.of(ALNUM, 14)}.atlasv1.${d.of(URL_SAFE, 67)}`],
  ['Supabase', (d) => `sbp_${d.of(HEX, 40)}`],
  ['Doppler', (d) => `dp.pt.${d.of(ALNUM, 43)}`],
  ['Tailscale', (d) => `tskey-auth-${d.of(ALNUM, 12)}CNTRL-${d.of(ALNUM, 32)}`],
  ['Azure storage', (d) => `AccountKey=${d.of(BASE64, 86)}==`],
  [
    'signed JSON',
    (d) =>
      `${json({ alg: 'HS256', typ: 'JWT' })}.${json({ sub: d.of(DIGITS, 10), iat: 1_700_000_000 + d.between(0, 9_999_999) })}.${d.of(URL_SAFE, 43)}`,
  ],
  ['wallet key', exportedWalletKey],
  [
    'private key',
    (d) =>
      `-----BEGIN ${d.pick(['RSA ', 'EC ', 'OPENSSH ', ''])}PRIVATE KEY-----\n${d.of(BASE64, 64)}\n${d.of(BASE64, 64)}\n${d.of(BASE64, 44)}==\n-----END PRIVATE KEY-----`,
  ],
];

/** Secrets without a form of their own: only their name or the sentence tells. */
const NAMED: readonly (readonly [string, (d: Draw) => readonly [string, string, string]])[] = [
  [
    'named key',
    (d) => [
      `${d.pick(['API_KEY=', 'SECRET_KEY = "', 'client_secret: ', '"apiKey": "', 'access_token=', 'x-api-key: ', 'The api key is ', 'auth_token -> '])}`,
      d.of(d.pick([ALNUM, HEX, URL_SAFE]), d.between(24, 48)),
      '',
    ],
  ],
  [
    'AWS secret',
    (d) => [
      d.pick(['aws_secret_access_key = ', 'AWS_SECRET_ACCESS_KEY=', '"SecretAccessKey": "']),
      d.of(BASE64, 40),
      '',
    ],
  ],
  [
    'key by uuid',
    (d) => [
      d.pick(['api_key=', 'HEROKU_API_KEY=', 'the client secret is ', 'access token: ']),
      uuid(d),
      '',
    ],
  ],
  ['bearer', (d) => ['Authorization: Bearer ', d.of(URL_SAFE, d.between(30, 60)), '']],
  [
    'database',
    (d) => [
      `${d.pick(['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqp'])}://${d.pick(['app', 'admin', 'svc_web', 'root'])}:`,
      `${d.of(ALNUM, d.between(8, 16))}${d.of(DIGITS, 1)}${d.of(LOWER, 1)}`,
      `@db.${d.of(LOWER, 6)}.internal:5432/main`,
    ],
  ],
  [
    'password',
    (d) => [
      d.pick([
        'my password is ',
        'password: ',
        'DB_PASSWORD=',
        'pwd=',
        '"password": "',
        'The wifi password is ',
        'Passwort: ',
        'mot de passe : ',
        'la contraseña es ',
        'I set the password to ',
        'login with password ',
      ]),
      password(d),
      '',
    ],
  ],
  ['card', (d) => [d.pick(['my card is ', 'charge ', 'card number: ', 'pan=']), card(d), '']],
];

function password(d: Draw): string {
  const words = [
    'winter',
    'Sailor',
    'mango',
    'Tiger',
    'velvet',
    'Quartz',
    'kettle',
    'Harbour',
    'biscuit',
    'Falcon',
  ];
  const word = d.pick(words);
  return d.pick([
    `${word}${d.of(DIGITS, d.between(2, 4))}!`,
    `${d.of(ALNUM, 9)}${d.of(DIGITS, 1)}${d.pick(['#', '$', '!', '%'])}`,
    `${word}-${d.pick(words)}-${d.of(DIGITS, 2)}`,
    `${d.of(LOWER, 5)}${d.of(DIGITS, 3)}`,
    `${word}_${d.of(DIGITS, 4)}`,
  ]);
}

function card(d: Draw): string {
  const body = `${d.pick(['4', '51', '53', '55', '37', '6011', '2223'])}`;
  const length = body === '37' ? 15 : 16;
  const digits = body + d.of(DIGITS, length - 1 - body.length);
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, i) =>
        total +
        (i % 2 === 0
          ? Number(digit) * 2 > 9
            ? Number(digit) * 2 - 9
            : Number(digit) * 2
          : Number(digit)),
      0,
    );
  const whole = `${digits}${(10 - (sum % 10)) % 10}`;
  return d.pick([
    whole,
    length === 15
      ? `${whole.slice(0, 4)} ${whole.slice(4, 10)} ${whole.slice(10)}`
      : (whole.match(/.{4}/g) ?? []).join(d.pick([' ', '-'])),
  ]);
}

const FRAMES: readonly (readonly [string, string])[] = [
  ['Hi, here is the key you asked for: ', '. Please do not share it.'],
  ['I rotated it this morning, use ', ' from now on'],
  ['remember that staging uses ', ''],
  ['const client = new Client("', '");'],
  ["    token: '", '\',\n    region: "eu-west-1",'],
  ['{"service":"billing","credential":"', '","ttl":3600}'],
  ['export SERVICE_KEY=', '\nnpm run deploy'],
  ['2026-02-11T08:14:55Z WARN auth: request failed, header was ', ' (retrying in 5 s)'],
  ['[worker-3] config loaded {"auth":"', '"} in 14ms'],
  ['curl -s https://api.example.org/v2/items -H "X-Token: ', '"'],
  ['# .env.local\nPUBLIC_URL=https://example.org\nTOKEN=', '\nDEBUG=0\n'],
  ['| prod | ', ' | owner: platform team |'],
  ['He pasted `', '` into the channel by mistake, we must revoke it.'],
  ['secrets:\n  deploy: ', '\n  region: eu'],
];

/** So many secrets, of every service in turn, in prose, code, JSON and logs; the same seed gives the same. */
export function plantSecrets(count: number, seed: number): PlantedSecret[] {
  const draw = new Draw(seeded(seed));
  const kinds = [
    ...SERVICES.map(([service]) => service),
    ...NAMED.flatMap(([name]) => [name, name, name]),
  ];
  return Array.from({ length: count }, (_, i) => plantOne(kinds[i % kinds.length] as string, draw));
}

function plantOne(service: string, draw: Draw): PlantedSecret {
  const make = SERVICES.find(([name]) => name === service)?.[1];
  if (make !== undefined) {
    const [before, after] = draw.pick(FRAMES);
    return place(service, before, make(draw), after);
  }
  const named = NAMED.find(([name]) => name === service)?.[1];
  const [before, value, after] = named?.(draw) ?? ['', '', ''];
  const [lead, tail] = draw.pick([
    ['', ''],
    ['Note for later: ', ' (only for staging)'],
    ['  ', '\n'],
    ['config dump -> ', ' ; next line'],
    ['so ', ', ok?'],
  ] as const);
  const quote = before.endsWith('"') ? '"' : '';
  return place(service, lead + before, value, after + quote + tail);
}

function place(service: string, before: string, value: string, after: string): PlantedSecret {
  const shown = value.startsWith('AccountKey=') ? 'AccountKey='.length : 0;
  return {
    service,
    text: before + value + after,
    from: before.length + shown,
    to: before.length + value.length,
  };
}
