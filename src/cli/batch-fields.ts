// Values of cells that are fields of the API.

/** How the text of a cell becomes the value of a field. */
export type FieldType = 'text' | 'flag' | 'number';

const FLAG = /^(?:true|false|1|0|yes|no)$/i;

export const isYes = (text: string): boolean => /^(?:true|1|yes)$/i.test(text);

/** Returns null for a text of another type. */
export function readField(text: string, type: FieldType): string | number | boolean | null {
  if (type === 'text') return text;
  if (type === 'flag') return FLAG.test(text) ? isYes(text) : null;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
