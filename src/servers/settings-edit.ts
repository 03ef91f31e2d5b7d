/** One field to be put, or with undefined taken out, by the names, and numbers in lists, that lead to it. */
export interface SettingsEdit {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}
