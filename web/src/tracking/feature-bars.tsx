// How many result pages have each SERP feature, and how many of them show the own domain in it.
import { number } from '../format.ts';
import { Bars } from '../parts/bars.tsx';
import { Card } from '../parts/page.tsx';
import { Empty } from '../parts/status.tsx';
import { FEATURE_LABELS } from './labels.ts';
import type { Summary } from './types.ts';

/** `keywords` is the number of checked keywords. */
export function FeatureBars({ features, keywords }: { readonly features: Summary['features']; readonly keywords: number }) {
  const shown = features.filter(({ present }) => present > 0).sort((one, other) => other.present - one.present);
  return (
    <Card title="SERP features">
      {shown.length === 0 ? (
        <Empty title="No SERP features">
          <p>The result pages have organic results only.</p>
        </Empty>
      ) : (
        <Bars
          label="Keywords whose result page has the feature, and those where it shows the own domain"
          rows={shown.map(({ feature, present, owned }) => ({
            name: FEATURE_LABELS[feature],
            share: present / Math.max(1, keywords),
            figure: `${number(present)} of ${number(keywords)}, ${owned === 0 ? 'none' : number(owned)} own`,
          }))}
        />
      )}
    </Card>
  );
}
