// How many fields of WHOIS records are right, judged the same way for every reader.

const flat = (value) =>
  (Array.isArray(value) ? value.join(' ') : String(value ?? ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const statusKey = (status) => flat(String(status).replace(/https?:\/\/\S+|\(.*?\)/g, '')).replace(/^(?:active|registered)$/, 'ok');
const hostKey = (host) => String(host).toLowerCase().replace(/\.$/, '');

/** One holds the other, and is not much longer. */
function alike(want, got) {
  const [short, long] = [flat(want), flat(got)].sort((one, other) => one.length - other.length);
  return short !== '' && long.includes(short) && short.length * 2 >= long.length ? 1 : 0;
}

function overlap(want, got) {
  const [one, other] = [new Set(want), new Set(got)];
  const both = [...one].filter((value) => other.has(value)).length;
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** Zones differ by at most this much where a text does not name one. */
const HOURS_MAX = 14;
const near = (want, got) =>
  typeof got === 'string' && Math.abs(Date.parse(want.at) - Date.parse(got.replace('+0000', 'Z'))) <= HOURS_MAX * 3_600_000 ? 1 : 0;

const JUDGES = {
  domain: (want, record) => Number(hostKey(record.domain) === hostKey(want)),
  registered: (want, record) => Number(record.registered === want),
  createdAt: (want, record) => near(want, record.createdAt),
  updatedAt: (want, record) => near(want, record.updatedAt),
  expiredAt: (want, record) => near(want, record.expiredAt),
  nameServers: (want, record) => overlap(want.map(hostKey), record.nameServers.map(hostKey)),
  status: (want, record) => overlap(want.map(statusKey), record.status.map(statusKey)),
  registrar: (want, record) => (want.name ? alike(want.name, record.registrar?.name) : null),
};

/** A reader answers a record or null; what it does not read is wrong. */
export function accuracyOf(texts, read) {
  const sums = { main: [0, 0], contacts: [0, 0] };
  const add = (group, score) => {
    if (score === null) return;
    sums[group][0] += score;
    sums[group][1]++;
  };
  for (const text of texts) {
    const record = read(text);
    for (const [field, want] of Object.entries(text.label)) {
      if (field in JUDGES && !(Array.isArray(want) && want.length === 0)) add('main', record === null ? 0 : JUDGES[field](want, record));
      if (field !== 'contacts') continue;
      for (const [role, parts] of Object.entries(want))
        for (const [part, value] of Object.entries(parts))
          add('contacts', record === null ? 0 : alike(value, record.contacts?.[role]?.[part]));
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([group, [right, all]]) => [group, all === 0 ? 1 : right / all]));
}
