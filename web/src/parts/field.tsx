// Form controls with a label, a help text and a validation error.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: ComponentChildren;
  /** Name of the API field, shown beside the label. */
  readonly hint?: string | undefined;
  readonly help?: ComponentChildren;
  readonly error?: string | undefined;
  readonly wide?: boolean;
}

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

export function Field({
  label,
  hint,
  help,
  error,
  wide,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ComponentChildren }) {
  const id = useId();
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div class={`field${wide ? ' wide' : ''}`}>
      <span class="label-row">
        <label for={id}>{label}</label>
        {hint && <code class="hint">{hint}</code>}
      </span>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? 'true' : undefined })}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

export function TextField(
  props: FieldProps & {
    readonly value: string;
    readonly onText: (text: string) => void;
    readonly type?: 'text' | 'number' | 'password' | 'search' | 'date' | 'email';
    readonly placeholder?: string;
    readonly required?: boolean;
  },
) {
  const { value, onText, type = 'text', placeholder, required } = props;
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          // Preact types each input type separately. The attributes used here are valid for all of them.
          type={type as 'text'}
          value={value}
          placeholder={placeholder}
          required={required}
          autocomplete="off"
          spellcheck={false}
          step={type === 'number' ? 'any' : undefined}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function SelectField(
  props: FieldProps & {
    readonly value: string;
    readonly options: readonly (string | readonly [value: string, title: string])[];
    readonly onText: (text: string) => void;
  },
) {
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} value={props.value} onChange={(event) => props.onText(event.currentTarget.value)}>
          {props.options.map((option) => {
            const [value, title] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {title}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

export function CheckField(props: FieldProps & { readonly value: boolean; readonly onValue: (value: boolean) => void }) {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={props.value}
        aria-describedby={props.help ? `${id}-help` : undefined}
        onChange={(event) => props.onValue(event.currentTarget.checked)}
      />
      <span class="label-row">
        <label for={id}>{props.label}</label>
        {props.hint && <code class="hint">{props.hint}</code>}
      </span>
      {props.help && (
        <p class="help" id={`${id}-help`}>
          {props.help}
        </p>
      )}
    </div>
  );
}
