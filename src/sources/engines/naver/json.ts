// Extracts JSON from the scripts of a page without running them.

/** Returns the JSON value after `marker`, or undefined when there is none or it is invalid. */
export function jsonAfter(text: string, marker: RegExp): unknown {
  const found = marker.exec(text);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const end = endOf(text, start);
  if (end === null) return undefined;
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    return undefined;
  }
}

/** Returns the end of the object or list that begins at `start`, skipping brackets in strings. */
function endOf(text: string, start: number): number | null {
  if (text[start] !== '{' && text[start] !== '[') return null;
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1;
  }
  return null;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
