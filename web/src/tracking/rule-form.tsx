// The form of one alert rule.
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/field.tsx';
import { RULE_LABELS, RULE_NAMES } from './labels.ts';
import type { NewRule, Rule, RuleKind } from './types.ts';

type Settings = NewRule['settings'];

const POSITIONS = { top10: 3, top30: 5, below: 10 } as const;
const POSITION_LABELS = {
  top10: 'Positions within the top 10',
  top30: 'Positions within the top 30',
  below: 'Positions further down',
} as const;
const CONFIRM = [
  ['1', 'At once'],
  ['2', 'When two checks agree'],
] as const;

const has = (settings: Settings, ...kinds: readonly RuleKind[]): boolean => kinds.some((kind) => settings.kinds.includes(kind));

export function RuleForm(props: {
  readonly rule: Rule | null;
  readonly busy: boolean;
  readonly onSave: (rule: NewRule) => void;
  readonly onCancel: () => void;
}) {
  const [name, setName] = useState(props.rule?.name ?? 'Position changes');
  const [enabled, setEnabled] = useState(props.rule?.enabled ?? true);
  const [settings, setSettings] = useState<Settings>(props.rule?.settings ?? { kinds: ['dropped', 'lost'] });
  const set = (fields: Partial<Settings>) => setSettings({ ...settings, ...fields });
  const toggle = (kind: RuleKind, isOn: boolean) =>
    set({ kinds: RULE_NAMES.filter((one) => (one === kind ? isOn : settings.kinds.includes(one))) });
  const positions = settings.positions ?? POSITIONS;
  const numberField = (label: string, value: number, write: (value: number) => void) => (
    <TextField label={label} type="number" value={String(value)} onText={(text) => write(Math.max(0, Math.round(Number(text) || 0)))} />
  );
  const submit = (event: Event) => {
    event.preventDefault();
    props.onSave({ name: name.trim(), enabled, settings });
  };
  return (
    <form class="stacked" onSubmit={submit} aria-label={props.rule ? `Rule ${props.rule.name}` : 'New rule'}>
      <div class="fields narrow">
        <TextField label="Name" value={name} onText={setName} required />
        <SelectField
          label="Alert"
          value={String(settings.confirm ?? 1)}
          options={CONFIRM}
          onText={(text) => set({ confirm: Number(text) })}
          help="Two checks avoid alerts about one odd day."
        />
        {numberField('Hours between equal alerts', settings.cooldownHours ?? 20, (cooldownHours) => set({ cooldownHours }))}
      </div>
      <fieldset class="kinds">
        <legend class="label">Watch for</legend>
        {RULE_NAMES.map((kind) => (
          <CheckField key={kind} label={RULE_LABELS[kind]} value={settings.kinds.includes(kind)} onValue={(isOn) => toggle(kind, isOn)} />
        ))}
      </fieldset>
      <div class="fields narrow">
        {has(settings, 'dropped', 'gained') &&
          (Object.keys(POSITION_LABELS) as (keyof typeof POSITION_LABELS)[]).map((tier) => (
            <div key={tier}>
              {numberField(POSITION_LABELS[tier], positions[tier], (value) =>
                set({ positions: { ...positions, [tier]: Math.max(1, value) } }),
              )}
            </div>
          ))}
        {has(settings, 'leftTop', 'enteredTop') && numberField('Top n', settings.top ?? 10, (top) => set({ top: Math.max(1, top) }))}
        {has(settings, 'failing') &&
          numberField('Failed checks in a row', settings.failures ?? 3, (failures) => set({ failures: Math.max(1, failures) }))}
        <TextField
          label="Only keywords with a tag of"
          value={(settings.tags ?? []).join(', ')}
          placeholder="All"
          onText={(text) => {
            const tags = text
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== '');
            set({ tags: tags.length > 0 ? tags : undefined });
          }}
        />
        <CheckField
          label="Only starred keywords"
          value={settings.starredOnly ?? false}
          onValue={(starredOnly) => set({ starredOnly: starredOnly || undefined })}
        />
        <CheckField label="On" value={enabled} onValue={setEnabled} />
      </div>
      <div class="row">
        <button type="submit" class="button small primary" disabled={props.busy || settings.kinds.length === 0 || name.trim() === ''}>
          Save rule
        </button>
        <button type="button" class="button small plain" onClick={props.onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
