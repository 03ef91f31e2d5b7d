import { signal, type Signal } from '@preact/signals';

/** What somebody is typing, by the place where: it outlives the page, a reload and a server that is gone, and ends with the tab. */
export function draft(place: string, begin = ''): Signal<string> {
  const key = `mneme:${place}`;
  const kept = sessionStorage.getItem(key);
  const text = signal(kept ?? begin);
  text.subscribe((value) => {
    if (value === begin) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  });
  return text;
}
