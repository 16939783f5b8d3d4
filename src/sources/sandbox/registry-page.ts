// Web pages of sandbox registries without RDAP and port 43: the same registrations as HTML.
import { type Registration, registrationOf, type SandboxContact } from './registration.ts';
import { escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';

type Layout = (fields: readonly Part[]) => string;
/** A heading, and labels with their values below it. */
type Part = readonly [heading: string | null, rows: readonly (readonly [label: string, value: string])[]];

const table: Layout = (parts) =>
  `<table class="data">${parts
    .map(([heading, rows]) =>
      [
        heading === null ? '' : `<tr><td colspan="2"><b>${heading}</b></td></tr>`,
        ...rows.map(([label, value]) => `<tr><td>${label}</td><td>${escapeHtml(value)}</td></tr>`),
      ].join('\n'),
    )
    .join('\n')}</table>`;
const text: Layout = (parts) =>
  `<pre>${parts
    .map(([heading, rows]) => rows.map(([label, value]) => `<b>${heading ?? ''} ${label}:</b> ${escapeHtml(value)}`).join('<br>\n'))
    .join('<br>\n<br>\n')}</pre>`;
const cards: Layout = (parts) =>
  parts
    .map(
      ([heading, rows]) =>
        `<div class="card"><h5>${heading ?? 'Domain details'}</h5>${rows.map(([label, value]) => `<p>${label} : ${escapeHtml(value)}</p>`).join('')}</div>`,
    )
    .join('\n');

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'whois.telecoms.gov.bb': text,
  'www.nic.bt': cards,
  'www.gt': cards,
  'whois.dot.ph': text,
  'www.nic.tj': table,
  'www.nic.tt': table,
};

export const registryPage: SandboxSite = {
  name: 'registry-page',
  serves: (url) => Object.hasOwn(LAYOUTS, url.hostname) && /^\/(?:status\/.+|search|sitio\/whois\.php|cgi.*|)$/.test(url.pathname),
  keywordOf: nameIn,
  hostOf: nameIn,

  results(request, dataset) {
    const name = nameIn(request);
    if (/(?:^|\.)unreachable-/.test(name)) return html('', 599);
    if (/(?:^|\.)unregistered-/.test(name)) return free(name);
    return frame(name, LAYOUTS[request.url.hostname]!(partsOf(name, registrationOf(name, dataset.day))));
  },

  noResults: (request) => free(nameIn(request)),
  blockPage: (request) => frame(nameIn(request), '<form><div class="g-recaptcha" data-sitekey="test"></div><input type="submit"></form>'),
};

/** Returns the name in the request. Each registry has its own format. */
function nameIn({ url, body }: SandboxRequest): string {
  const given = url.searchParams;
  const short = given.get('domain');
  const name =
    given.get('dn') ??
    given.get('search') ??
    (short === null ? null : `${short}.tj`) ??
    (given.has('query') ? `${given.get('query')}${given.get('ext') ?? ''}` : null) ??
    new URLSearchParams(body).get('name') ??
    url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return name.toLowerCase();
}

const frame = (name: string, content: string): SandboxPage =>
  html(
    `<!doctype html><html><head><title>Domain lookup</title><style>td { padding: 1px }</style></head><body>` +
      `<nav><a href="/">Home</a> <a href="/register">Find an available name</a></nav><h1>Domain lookup</h1>` +
      `<form><input name="name" value="${escapeHtml(name)}"><button>Search</button></form>${content}` +
      `<footer>This record is from the sandbox and describes no real person.</footer></body></html>`,
  );
const free = (name: string): SandboxPage => frame(name, `<p>The domain ${escapeHtml(name)} is not registered.</p>`);

function partsOf(name: string, record: Registration): Part[] {
  return [
    [
      null,
      [
        ['Domain Name', name],
        ['Registration Date', record.createdAt],
        ['Last Updated', record.updatedAt],
        ['Expiration Date', record.expiredAt],
        ...record.statuses.map((status): [string, string] => ['Domain Status', status]),
        ...record.nameServers.map((server): [string, string] => ['Name Server', server]),
        ['Registrar', record.registrar.name],
        ['Registrar URL', record.registrar.url],
        ['Registrar Abuse Contact Email', record.registrar.email],
        ['Registrar Abuse Contact Phone', record.registrar.phone],
      ],
    ],
    ...record.contacts.map((contact): Part => [`${contact.role} Contact`, rowsOf(contact)]),
  ];
}

const rowsOf = (contact: SandboxContact): [string, string][] => [
  ['Name', contact.name],
  ['Organization', contact.organization],
  ['Street', contact.street],
  ['City', contact.city],
  ['State/Province', contact.state],
  ['Postal Code', contact.postal],
  ['Country', contact.country],
  ['Phone', contact.phone],
  ['Fax', contact.fax],
  ['Email', contact.email],
];
