import { computed, effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const KEY = 'mneme:theme';

export const theme = signal<Theme>(readTheme());
const systemDark = signal(false);
/** Whether the page is dark, by choice or system setting: canvases are then drawn again. */
export const dark = computed(
  () => theme.value === 'dark' || (theme.value === 'system' && systemDark.value),
);

function readTheme(): Theme {
  const kept = globalThis.localStorage?.getItem(KEY);
  return THEMES.find((each) => each === kept) ?? 'system';
}

export function followTheme(): void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  systemDark.value = query.matches;
  query.addEventListener('change', ({ matches }) => {
    systemDark.value = matches;
  });
  effect(() => {
    localStorage.setItem(KEY, theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  });
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}
