// Renders one Markdown file as page content: anchors, links, scrollable tables and highlighted code.
import path from 'node:path';
import { Marked } from 'marked';
import { escapeHtml, highlight } from './highlight.mjs';

/** Usual URL of the service in the documentation. A page replaces it with the URL of its own service. */
const HERE = 'http://127.0.0.1:8080';

/** Anchors as GitHub creates them, so that the same link works in the repository and on the page. */
export function createAnchors() {
  const taken = new Map();
  return (text) => {
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/** Returns the text of a heading or cell without formatting. */
const plain = (tokens) => tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ''))).join('');

/**
 * Returns the target of a link on the site. `pages` maps source files to names, `files` collects images to copy, and
 * `lost` collects links that lead nowhere.
 */
function targetOf(href, file, { pages, files, lost }) {
  if (href.startsWith(`${HERE}/`)) return href.replace(`${HERE}/`, '@root/');
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
  const [address, anchor] = href.split('#');
  const source = path.posix.join(path.posix.dirname(file), decodeURI(address));
  const after = anchor === undefined ? '' : `#${anchor}`;
  if (source === 'docs/openapi.json') return '@root/openapi.json';
  if (source === 'README.md') return `@guide/index${after}`;
  const name = pages.get(source);
  if (name !== undefined) return `@guide/${name}${after}`;
  if (/\.(?:svg|png|jpg)$/.test(source)) {
    const copy = source.replace(/^docs\//, '').replaceAll('/', '-');
    files.set(copy, source);
    return `@guide/${copy}`;
  }
  lost.push({ file, href });
  return null;
}

/** Returns content, title, first paragraph, headings for the table of contents, and sections for the search. */
export function renderPaper(text, file, site) {
  const anchorOf = createAnchors();
  const headings = [];
  const marked = new Marked({ gfm: true });
  const tokens = withGenerated(marked.lexer(text), (words) => site.after(file, words));
  const link = (href) => targetOf(href, file, site);
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const words = plain(inner);
        const anchor = anchorOf(words);
        headings.push({ depth, words, anchor });
        const sign = depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to: ${escapeHtml(words)}">#</a>`;
        const [, method, address] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(words) ?? [];
        const shown = method ? `<span class="method">${method}</span> <code>${address}</code>` : this.parser.parseInline(inner);
        return `<h${depth} id="${anchor}">${shown}${sign}</h${depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const target = link(href);
        const words = this.parser.parseInline(inner);
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image({ href, text: words }) {
        return `<img src="${escapeHtml(link(href) ?? '')}" alt="${escapeHtml(words)}" loading="lazy">`;
      },
      code({ text: code, lang }) {
        return codeHtml(code, lang, headings.at(-1)?.words);
      },
      table(token) {
        const cell = ({ tokens: inner, align }, tag) =>
          `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(inner)}</${tag}>`;
        const head = token.header.map((one) => cell(one, 'th')).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>`).join('\n');
        return tableHtml(head, rows, headings.at(-1)?.words);
      },
      html({ text: raw, generated }) {
        return generated ? raw : escapeHtml(raw);
      },
    },
  });
  const first = tokens.find(({ type }) => type === 'paragraph');
  return {
    html: marked.parser(tokens),
    headings,
    title: headings.find(({ depth }) => depth === 1)?.words ?? file,
    summary: first ? plain(first.tokens).replace(/\s+/g, ' ').slice(0, 200) : '',
    sections: sectionsOf(tokens),
  };
}

/** Appends generated content to the section that it belongs to. */
function withGenerated(tokens, after) {
  const all = [];
  let waiting = '';
  const flush = () => {
    if (waiting !== '') all.push({ type: 'html', block: true, raw: '', text: waiting, generated: true });
    waiting = '';
  };
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth <= 2) {
      flush();
      waiting = after(plain(token.tokens));
    }
    all.push(token);
  }
  flush();
  return all;
}

export const codeHtml = (code, language, heading = 'code') =>
  `<div class="code"><pre tabindex="0" aria-label="Sample: ${escapeHtml(heading)}"><code data-language="${escapeHtml(language ?? '')}">${highlight(code, language)}</code></pre></div>\n`;

let tables = 0;
export function tableHtml(head, rows, heading = 'table') {
  tables += 1;
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(heading)}, table ${tables}"><table>
<thead><tr>${head}</tr></thead><tbody>
${rows}
</tbody></table></div>\n`;
}

/** Text of each section by heading. */
function sectionsOf(tokens) {
  const anchorOf = createAnchors();
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const words = plain(token.tokens);
      sections.push({ words, anchor: anchorOf(words), depth: token.depth, text: '' });
    } else if (sections.length > 0 && token.type !== 'space') {
      sections.at(-1).text += ` ${token.raw}`;
    }
  }
  return sections;
}
