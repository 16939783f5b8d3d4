// Builds the Grafana dashboard from the metric table: a row per group, and for each metric the panels of its type.

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
/** The grid of Grafana has 24 columns. */
const [COLUMNS, WIDTH, HEIGHT] = [24, 8, 8];
const QUANTILES = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
];
const LOW_QUANTILES = [
  ['p50', 0.5],
  ['p5', 0.05],
];
/** Every expression is restricted to the selected instances. */
const SELECTED = 'job=~"$job",instance=~"$instance"';
const RATE = '[$__rate_interval]';

/** Standard metrics of Node.js that operators watch. */
const PROCESS_PANELS = [
  {
    title: 'CPU time',
    unit: 'percentunit',
    expr: `sum by (role) (rate(process_cpu_seconds_total{${SELECTED}}${RATE}))`,
    legend: '{{role}}',
  },
  { title: 'Memory', unit: 'bytes', expr: `sum by (role) (process_resident_memory_bytes{${SELECTED}})`, legend: '{{role}}' },
  { title: 'Heap in use', unit: 'bytes', expr: `sum by (role) (nodejs_heap_size_used_bytes{${SELECTED}})`, legend: '{{role}}' },
  { title: 'Event loop lag, p99', unit: 's', expr: `max by (role) (nodejs_eventloop_lag_p99_seconds{${SELECTED}})`, legend: '{{role}}' },
  {
    title: 'Garbage collection',
    unit: 'percentunit',
    expr: `sum by (role, kind) (rate(nodejs_gc_duration_seconds_sum{${SELECTED}}${RATE}))`,
    legend: '{{role}} {{kind}}',
  },
  { title: 'Active handles', unit: 'short', expr: `sum by (role) (nodejs_active_handles{${SELECTED}})`, legend: '{{role}}' },
];

const legendOf = (labels) => labels.map((label) => `{{${label}}}`).join(' ');
const by = (labels) => (labels.length === 0 ? '' : ` by (${labels.join(', ')})`);

/** Requests of all routes in one panel cannot be read, so a histogram is shown by its first label, with quantiles beside it. */
function histogramPanels(name, { title, labels, help }) {
  const quantiles = QUANTILES.map(([legend, quantile]) => ({
    expr: `histogram_quantile(${quantile}, sum by (le) (rate(${name}_bucket{${SELECTED}}${RATE})))`,
    legend,
  }));
  const first = labels.slice(0, 1);
  return [
    ...labels.map((label) => ({
      title: `${title} by ${label}`,
      unit: 'cps',
      help,
      targets: [{ expr: `sum by (${label}) (rate(${name}_count{${SELECTED}}${RATE}))`, legend: `{{${label}}}` }],
    })),
    { title: `${title}: duration`, unit: 's', help, targets: quantiles },
    {
      title: `${title}: duration by ${first[0]}, p95`,
      unit: 's',
      help,
      targets: [
        {
          expr: `histogram_quantile(0.95, sum by (${first[0]}, le) (rate(${name}_bucket{${SELECTED}}${RATE})))`,
          legend: legendOf(first),
        },
      ],
    },
  ];
}

/** Low shares matter, so a histogram of shares is shown by the mean of each label and by low quantiles. */
function sharePanels(name, { title, labels, help }) {
  const rateOf = (part, label) => `sum by (${label}) (rate(${name}_${part}{${SELECTED}}${RATE}))`;
  const share = { unit: 'percentunit', max: 1, help };
  return [
    ...labels.map((label) => ({
      ...share,
      title: `${title} by ${label}: mean`,
      targets: [{ expr: `${rateOf('sum', label)} / ${rateOf('count', label)}`, legend: `{{${label}}}` }],
    })),
    {
      ...share,
      title: `${title}: quantiles`,
      targets: LOW_QUANTILES.map(([legend, quantile]) => ({
        expr: `histogram_quantile(${quantile}, ${rateOf('bucket', 'le')})`,
        legend,
      })),
    },
    {
      title: `${title}: values by ${labels[0]}`,
      unit: 'cps',
      help,
      targets: [{ expr: rateOf('count', labels[0]), legend: `{{${labels[0]}}}` }],
    },
  ];
}

function panelsOf(name, metric) {
  const { type, labels, title, help } = metric;
  if (type === 'histogram') return (name.endsWith('_seconds') ? histogramPanels : sharePanels)(name, metric);
  // Every API process reports the same figures of the database, so they are not added up.
  const expr =
    type === 'counter'
      ? `sum${by(labels)} (rate(${name}{${SELECTED}}${RATE}))`
      : `${metric.of === 'database' || labels.length > 0 ? 'max' : 'sum'}${by(labels)} (${name}{${SELECTED}})`;
  const unit = type === 'counter' ? 'cps' : name.endsWith('_seconds') ? 's' : 'short';
  return [{ title, unit, help, targets: [{ expr, legend: labels.length === 0 ? title : legendOf(labels) }] }];
}

function toPanel({ title, unit, max, help, targets }, id, index, top) {
  const perRow = COLUMNS / WIDTH;
  return {
    id,
    type: 'timeseries',
    title,
    ...(help ? { description: help } : {}),
    datasource: DATASOURCE,
    gridPos: { h: HEIGHT, w: WIDTH, x: (index % perRow) * WIDTH, y: top + Math.floor(index / perRow) * HEIGHT },
    fieldConfig: {
      defaults: { unit, min: 0, ...(max === undefined ? {} : { max }), custom: { fillOpacity: 10, showPoints: 'never' } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: targets.map(({ expr, legend }, number) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + number),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}

const variable = (name, label, query) => ({
  name,
  label,
  type: 'query',
  datasource: DATASOURCE,
  query: { query, refId: name },
  definition: query,
  includeAll: true,
  multi: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
  refresh: 2,
  sort: 1,
});

/** Returns the dashboard as text. `metrics` is the table of src/platform/metric-table.ts. */
export function grafanaDashboard(metrics) {
  const groups = new Map();
  for (const [name, metric] of Object.entries(metrics)) {
    groups.set(metric.group, [...(groups.get(metric.group) ?? []), ...panelsOf(name, metric)]);
  }
  groups.set(
    'Processes',
    PROCESS_PANELS.map(({ expr, legend, ...rest }) => ({ ...rest, targets: [{ expr, legend }] })),
  );
  const panels = [];
  let top = 0;
  for (const [title, few] of groups) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { h: 1, w: COLUMNS, x: 0, y: top }, panels: [] });
    top += 1;
    for (const [index, panel] of few.entries()) panels.push(toPanel(panel, panels.length + 1, index, top));
    top += Math.ceil((few.length * WIDTH) / COLUMNS) * HEIGHT;
  }
  const dashboard = {
    uid: 'sextant',
    title: 'Sextant',
    description: 'Generated by npm run grafana from the metric table.',
    tags: ['sextant'],
    editable: true,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', current: {} },
        variable('job', 'Job', 'label_values(process_cpu_seconds_total{role=~"api|worker"}, job)'),
        variable('instance', 'Instance', 'label_values(process_cpu_seconds_total{role=~"api|worker",job=~"$job"}, instance)'),
      ],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
