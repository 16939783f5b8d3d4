// Colour theme: the system setting, or the user's choice.
export type Theme = 'system' | 'light' | 'dark';
const NAME = 'sextant.theme';

export function theme(): Theme {
  const stored = localStorage.getItem(NAME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(choice: Theme): void {
  if (choice === 'system') {
    localStorage.removeItem(NAME);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(NAME, choice);
    document.documentElement.dataset.theme = choice;
  }
  window.dispatchEvent(new Event('sextant:theme'));
}

/** Returns the current value of a colour variable, for charts drawn on a canvas. */
export const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
