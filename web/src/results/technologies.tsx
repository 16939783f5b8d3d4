// The technologies of a website, by category and with their versions.
import type { Technologies as TechnologiesData } from '../../../src/contract/whois.ts';
import { number, percent } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { ExternalLink } from './external-link.tsx';
import { groupTechnologies, type LocatedTechnology, otherCategories, type TechnologyGroup } from './technology-groups.ts';
import '../style/result-other.css';

export function Technologies({ data }: { readonly data: TechnologiesData }) {
  const groups = groupTechnologies(data.technologies ?? []);
  if (groups.length === 0)
    return (
      <Empty title="No technologies detected">
        <p>The site uses none of the technologies that the service can detect.</p>
      </Empty>
    );
  return (
    <article class="stacked" aria-label={`Technologies of ${data.domain}`}>
      <div>
        <h3 class="row">
          <span data-path="domain">{data.domain}</span>
          <Badge value={`${number(data.technologies.length)} detected`} tone="good" />
        </h3>
        <p class="tiny muted" data-path="updatedAt">
          Fetched <Time at={data.updatedAt} />
        </p>
      </div>
      <div class="technology-groups">
        {groups.map((group) => (
          <Group key={group.category} group={group} />
        ))}
      </div>
    </article>
  );
}

function Group({ group: { category, technologies } }: { readonly group: TechnologyGroup }) {
  return (
    <section class="technology-group">
      <h3>{category}</h3>
      <ul>
        {technologies.map((technology) => (
          <Technology key={technology.path} technology={technology} />
        ))}
      </ul>
    </section>
  );
}

function Technology({ technology }: { readonly technology: LocatedTechnology }) {
  const { name, version, confidence, website, cpe, path } = technology;
  const notes = [
    ...(confidence < 100 ? [`${percent(confidence / 100)} confidence`] : []),
    ...otherCategories(technology),
    // A CPE name ends in wildcards for the parts that are unknown.
    ...(cpe ? [cpe.replace(/(?::\*)+$/, '')] : []),
  ];
  return (
    <li data-path={path}>
      <strong>
        <ExternalLink url={website}>{name}</ExternalLink>
      </strong>
      {version && <Badge value={`Version ${version}`} tone="note" />}
      {notes.length > 0 && <span class="tiny muted">{notes.join(' · ')}</span>}
    </li>
  );
}
