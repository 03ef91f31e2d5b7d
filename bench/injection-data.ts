import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Families = z.record(z.string(), z.array(z.string()));

/** The attacks of a BIPIA file, by family. */
export function readAttacks(path: string): string[] {
  return Object.values(Families.parse(JSON.parse(readFileSync(path, 'utf8')))).flat();
}

/** The letters of a BIPIA file. */
export function readLetters(path: string): string[] {
  const Letter = z.object({ context: z.string() });
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Letter.parse(JSON.parse(line)).context);
}

export interface LabelledPrompt {
  readonly text: string;
  readonly attack: boolean;
}

/** Prompts with a label; without one they are harmless. */
export function readPrompts(path: string): LabelledPrompt[] {
  return z
    .array(z.object({ prompt: z.string(), label: z.int().optional() }))
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .map(({ prompt, label }) => ({ text: prompt, attack: label === 1 }));
}
