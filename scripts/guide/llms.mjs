// The guide as Markdown for language models: llms.txt (list), llms-full.txt (text) and one file per page.
import path from 'node:path';

/** Groups that users of the API need. The others are listed as optional and are not part of llms-full.txt. */
const OPTIONAL = new Set(['Operating', 'Documentation', 'More']);
const SUMMARY =
  'Sextant is a self-hosted search-data API: search result pages, keyword volumes, AI answers, WHOIS, site technologies and rank tracking behind one job contract.';
const NOTES = [
  'Create a job with POST, then fetch it by id, wait for it, or receive a callback. Failed jobs cost nothing.',
  'Keys that begin with `sxt_test_` use the built-in sandbox and never reach the network. Send the key as `Authorization: Bearer KEY`.',
  'The API is described by [openapi.json](openapi.json). Agents can use the MCP server at `mcp`, relative to this file.',
  '[llms-full.txt](llms-full.txt) has all pages of the first sections in one file.',
];

/** A sample, a link or inline code: only links change. The words of a link may contain code. */
const PARTS = /^```[\s\S]*?^```$|(?<image>!?)\[(?<words>(?:[^\]`]|`[^`\n]*`)*)\]\((?<target>[^)\s]+)\)|`[^`\n]+`/gm;

/** Rewrites links between files of the repository. Links to files without a page become plain text. */
function relinked(text, file, linkOf) {
  const folder = path.posix.dirname(file);
  return text.replace(PARTS, (whole, ...rest) => {
    const { image, words, target } = rest.at(-1);
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
    const [goal, anchor] = target.split('#');
    const link = linkOf(path.posix.normalize(path.posix.join(folder, goal)));
    if (image || !link) return words;
    return `[${words}](${link}${anchor ? `#${anchor}` : ''})`;
  });
}

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1] ?? '';
/** Returns the first sentence of the first paragraph, without links. */
function summaryOf(text) {
  const paragraph = text.split(/\n{2,}/).find((part) => /^[A-Za-z`*[]/.test(part)) ?? '';
  const plain = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ');
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}

/** Returns the files by name. `groups` are those of the navigation, `read` returns the text of a file. */
export function llmsFiles(groups, read) {
  const names = new Map(groups.flatMap(({ pages }) => pages.map(({ file, name }) => [file, name])));
  const pages = (wanted) => groups.filter(({ title }) => wanted !== OPTIONAL.has(title));
  const line = ({ file, name }) => `- [${titleOf(read(file))}](docs/guide/${name}.md): ${summaryOf(read(file))}`;
  const section = (title, listed) => `## ${title}\n\n${listed.map(line).join('\n')}\n`;
  const list = [
    `# Sextant\n\n> ${SUMMARY}\n\n${NOTES.map((note) => `- ${note}`).join('\n')}\n`,
    ...pages(true).map((group) => section(group.title, group.pages)),
    section(
      'Optional',
      pages(false).flatMap((group) => group.pages),
    ),
  ].join('\n');
  const inFull = pages(true).flatMap((group) => group.pages);
  const linkInFull = (file) => names.has(file) && `docs/guide/${names.get(file)}.md`;
  const full = `# Sextant\n\n> ${SUMMARY}\n\n${inFull.map(({ file }) => relinked(read(file), file, linkInFull).trim()).join('\n\n---\n\n')}\n`;
  const linkBeside = (file) => names.has(file) && `${names.get(file)}.md`;
  return new Map([
    ['llms.txt', list],
    ['llms-full.txt', full],
    ...[...names].map(([file, name]) => [`${name}.md`, relinked(read(file), file, linkBeside)]),
  ]);
}
