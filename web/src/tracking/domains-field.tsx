// Fields for the domains of a project and its competitors.
import { Field } from '../parts/field.tsx';
import { MATCH_LABELS } from './labels.ts';
import type { Match, NewProject, TrackedDomain } from './types.ts';

const DOMAINS_MAX = 10;
const MATCHES = Object.entries(MATCH_LABELS) as [Match, string][];

/** One row per domain, with the way it is matched. */
export function DomainsField(props: { readonly value: readonly TrackedDomain[]; readonly onValue: (value: TrackedDomain[]) => void }) {
  const { value, onValue } = props;
  const change = (index: number, fields: Partial<TrackedDomain>) =>
    onValue(value.map((one, nth) => (nth === index ? { ...one, ...fields } : one)));
  return (
    <fieldset class="stacked wide">
      <legend class="label">Domains</legend>
      {value.map(({ domain, match = 'site' }, index) => (
        <div key={index} class="domain-row">
          <input
            aria-label={`Domain ${index + 1}`}
            value={domain}
            placeholder="shop.example"
            required
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => change(index, { domain: event.currentTarget.value })}
          />
          <select
            aria-label={`Match of domain ${index + 1}`}
            value={match}
            onChange={(event) => change(index, { match: event.currentTarget.value as Match })}
          >
            {MATCHES.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          {value.length > 1 && (
            <button
              type="button"
              class="button small plain"
              aria-label={`Remove domain ${index + 1}`}
              onClick={() => onValue(value.filter((_, nth) => nth !== index))}
            >
              Remove
            </button>
          )}
        </div>
      ))}
      {value.length < DOMAINS_MAX && (
        <div class="row">
          <button type="button" class="button small" onClick={() => onValue([...value, { domain: '', match: 'site' }])}>
            Add domain
          </button>
        </div>
      )}
    </fieldset>
  );
}

/** Several texts, one per line. */
export function LinesField(props: {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly rows?: number;
  readonly placeholder?: string;
}) {
  return (
    <Field label={props.label} help={props.help} wide>
      {(control) => (
        <textarea
          {...control}
          rows={props.rows ?? 4}
          value={props.value}
          placeholder={props.placeholder}
          spellcheck={false}
          onInput={(event) => props.onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A line is a domain, or a domain and a name: `rival.example, The rival`. */
export function readCompetitors(text: string): NonNullable<NewProject['competitors']> {
  return linesOf(text).map((line) => {
    const [domain = '', ...name] = line.split(',').map((part) => part.trim());
    const shown = name.join(', ');
    return shown === '' ? { domain } : { domain, name: shown };
  });
}
export const competitorText = (competitors: NewProject['competitors']): string =>
  (competitors ?? []).map(({ domain, name }) => (name && name !== domain ? `${domain}, ${name}` : domain)).join('\n');
