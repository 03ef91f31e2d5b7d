import { one } from './one.js';

export const erase = {
  certificate: 'Keep the signed account',
  said: (n: number) => one(n, 'memory they said', 'memories they said'),
  about: (n: number) => one(n, 'memory about them', 'memories about them'),
  naming: (n: number) => one(n, 'memory that names them', 'memories that name them'),
  derived: (n: number) => one(n, 'memory made of these', 'memories made of these'),
  entities: (n: number) => one(n, 'person or thing', 'people and things'),
  learned: (n: number) => one(n, 'thing learned from them', 'things learned from them'),
  sealed: (n: number) => one(n, 'sealed value', 'sealed values'),
  names: 'Looked for as:',
  alike: 'Other names that may mean the same, and stay:',
  proof: (needles: string, bytes: string, found: string) =>
    `${needles} spellings were looked for in ${bytes} bytes of the file; ${found} bytes were found.`,
} as const;
