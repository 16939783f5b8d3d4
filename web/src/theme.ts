// Light or dark: as the system has it, unless somebody has chosen.
export type Theme = 'system' | 'light' | 'dark';
const NAME = 'sextant.theme';

export function theme(): Theme {
  const kept = localStorage.getItem(NAME);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
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

/** The colour that a name of the style sheet has at the moment, for what is drawn and not styled. */
export const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
