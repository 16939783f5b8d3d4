// Colours for terminals, and plain text for everything else.

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const between =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;
const same = (text: string): string => text;

export const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };
const COLOURED: Paint = {
  bold: between(1, 22),
  dim: between(2, 22),
  red: between(31, 39),
  green: between(32, 39),
  yellow: between(33, 39),
};

/** `hasColours` is false outside a terminal and with NO_COLOR. `disabled` is true with --no-color. */
export const createPaint = (hasColours: boolean, disabled: boolean): Paint => (hasColours && !disabled ? COLOURED : PLAIN);
