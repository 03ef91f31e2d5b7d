import { z } from 'zod';
import { isSpeltWell } from './user-bank.js';

/** Ids are branded strings: parsed once at the boundary, never mixed up inside. */
export const MemoryId = z
  .string()
  .regex(/^m_[0-9a-z]{13}$/, 'expected a memory id such as m_01h5k0c2x9w7a')
  .brand<'MemoryId'>();
export type MemoryId = z.infer<typeof MemoryId>;

export const EntityId = z
  .string()
  .regex(/^e_[0-9a-z]{13}$/, 'expected an entity id such as e_01h5k0c2x9w7a')
  .brand<'EntityId'>();
export type EntityId = z.infer<typeof EntityId>;

export const ContextId = z
  .string()
  .regex(/^c_[0-9a-z]{13}$/, 'expected a context id such as c_01h5k0c2x9w7a')
  .brand<'ContextId'>();
export type ContextId = z.infer<typeof ContextId>;

export const GoalId = z
  .string()
  .regex(/^g_[0-9a-z]{13}$/, 'expected a goal id such as g_01h5k0c2x9w7a')
  .brand<'GoalId'>();
export type GoalId = z.infer<typeof GoalId>;

export const ConflictId = z
  .string()
  .regex(/^k_[0-9a-z]{13}$/, 'expected a conflict id such as k_01h5k0c2x9w7a')
  .brand<'ConflictId'>();
export type ConflictId = z.infer<typeof ConflictId>;

export const LearnedId = z
  .string()
  .regex(/^[tswpqhlx]_[0-9a-z]{13}$/, 'expected an id such as s_01h5k0c2x9w7a')
  .brand<'LearnedId'>();
export type LearnedId = z.infer<typeof LearnedId>;

/** Of what a module keeps: a webhook, a turn of a dialogue. */
export const ModuleRecordId = z
  .string()
  .regex(/^x_[0-9a-z]{13}$/, 'expected an id such as x_01h5k0c2x9w7a')
  .brand<'LearnedId'>();

/** The caller's own name for a session: any short text. */
export const SessionId = z.string().min(1).max(200).brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

/** The name of an isolated memory within one file; for a branch that belongs to it, followed by "+" and its name; for a user's memory, by "@" and the user. */
export const BankName = z
  .string()
  .max(2_500, 'at most 2,500 characters')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}(?:\+[\p{L}\p{N}][\p{L}\p{N}._-]{0,99})?(?:@(?:[A-Za-z0-9._-]|=[0-9A-F]{2})+)?$/u,
    'a bank name is 1 to 100 letters, digits, ".", "_" or "-", starting with a letter or digit',
  )
  .refine(isSpeltWell, 'spells its user otherwise than this memory does: name the user by userId')
  .brand<'BankName'>();
export type BankName = z.infer<typeof BankName>;
/** The bank that is meant where none is named. */
export const USUAL_BANK = 'default' as BankName;

export type IdPrefix =
  'm' | 'e' | 'c' | 'g' | 'k' | 'r' | 't' | 's' | 'w' | 'p' | 'q' | 'h' | 'l' | 'x';
