// Quality: whether the answers of the sources are right, per engine: canaries, agreement, quality of results, layouts and cases.
import { BASE_PATH } from '../base-path.ts';
import { Page } from '../parts/page.tsx';
import { WhenNear } from '../parts/when-near.tsx';
import { History } from '../service/history.tsx';
import type { ApiState } from '../use-api.ts';
import '../style/quality.css';
import { Canaries } from './canaries.tsx';
import { Cases } from './cases.tsx';
import { QUALITY_CHARTS } from './charts.ts';
import { CrossChecks } from './cross-checks.tsx';
import { useQualityData } from './data.ts';
import { EngineOverview } from './overview.tsx';

const isPending = ({ data, problem }: ApiState<unknown>): boolean => data === null && problem === null;

export function Quality() {
  const data = useQualityData();
  return (
    <Page
      title="Quality"
      about={
        <>
          A source can answer and still be wrong. These checks show it.{' '}
          <a href={`${BASE_PATH}/docs/guide/quality`} class="nowrap">
            How they work
          </a>
        </>
      }
    >
      <EngineOverview {...data} />
      <Canaries loaded={data.canaries} />
      <CrossChecks loaded={data.crossChecks} />
      <Cases loaded={data.cases} />
      <WhenNear wait={Object.values(data).some(isPending)}>
        {() => <History title="Quality over time" charts={QUALITY_CHARTS} first="24h" />}
      </WhenNear>
    </Page>
  );
}
