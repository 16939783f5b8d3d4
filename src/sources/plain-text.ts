// Converts Markdown to plain text.

/** Works line by line with simple patterns. The order of the words stays the same. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== null)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function plainLine(line: string): string | null {
  if (/^\s*(?:```|~~~)/.test(line) || /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return null;
  if (/^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(line)) return null;
  return line
    .replace(/^\s{0,3}#{1,6}\s+/, '')
    .replace(/^\s{0,3}>\s?/, '')
    .replace(/!?\[([^\][]{0,500})\]\(([^()\s]{0,2000})\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,2000})\1/g, '$2')
    .replace(/(^|[^\w*])\*(?=\S)([^*]{1,2000})\*/g, '$1$2')
    .replace(/`([^`]{1,2000})`/g, '$1')
    .trimEnd();
}
