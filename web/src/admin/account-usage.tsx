// Credits that an account spent per day, in one mode.
import { useState } from 'preact/hooks';
import { SelectField } from '../parts/field.tsx';
import { WhenLoaded } from '../parts/status.tsx';
import { Spent, type UsageResponse } from '../usage/spent.tsx';
import { useApi } from '../use-api.ts';
import { MODES } from './modes.ts';

const DAYS = 30;

export function AccountUsage({ path }: { readonly path: string }) {
  const [mode, setMode] = useState('live');
  const loaded = useApi<UsageResponse>(`${path}/usage?days=${DAYS}&mode=${mode}`, 'token');
  return (
    <WhenLoaded from={loaded}>
      {(usage) => (
        <Spent
          usage={usage}
          days={DAYS}
          title={`Credits of the last ${DAYS} days`}
          actions={<SelectField label="Usage mode" value={mode} options={MODES} onText={setMode} />}
        >
          The account sent no {mode} requests that cost credits.
        </Spent>
      )}
    </WhenLoaded>
  );
}
