// The knowledge panel: facts about one entity, at the side of the results.
import type { KnowledgeItem } from '../../../../src/contract/items.ts';
import { Picture } from '../pictures.tsx';
import { ResultLink, Stars } from './parts.tsx';

const RELATED_MAX = 6;

export function Knowledge({ path, item }: { readonly path: string; readonly item: KnowledgeItem }) {
  const picture = item.imageUrl ?? item.images[0]?.url ?? item.logoUrl;
  return (
    <aside class="knowledge" data-path={path} aria-label={item.title}>
      {picture && <Picture url={picture} alt={item.images[0]?.alt ?? ''} width={288} height={162} />}
      <h3>{item.url ? <ResultLink url={item.url}>{item.title}</ResultLink> : item.title}</h3>
      {item.subtitle && <p class="tiny muted">{item.subtitle}</p>}
      {item.rating && (
        <p class="tiny">
          <Stars rating={item.rating} />
        </p>
      )}
      {item.description && (
        <p>
          {item.description}{' '}
          {item.descriptionSource && <ResultLink url={item.descriptionSource.url}>{item.descriptionSource.title}</ResultLink>}
        </p>
      )}
      {item.attributes.length > 0 && (
        <dl class="pairs tiny">
          {item.attributes.map(({ name, value, links }, index) => (
            <div key={index} class="pair">
              <dt>{name}</dt>
              <dd>{links.length === 1 && links[0]!.title === value ? <ResultLink url={links[0]!.url}>{value}</ResultLink> : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {item.profiles.length > 0 && (
        <div>
          <h4>Profiles</h4>
          <p class="row tiny">
            {item.profiles.map(({ name, url }) => (
              <ResultLink key={url} url={url}>
                {name}
              </ResultLink>
            ))}
          </p>
        </div>
      )}
      {item.related.length > 0 && (
        <div>
          <h4>Related searches</h4>
          <ul class="related-entities">
            {item.related.slice(0, RELATED_MAX).map(({ title, url, image }, index) => (
              <li key={index} class="tiny">
                {image && <Picture url={image} alt="" width={76} height={76} />}
                <ResultLink url={url}>{title}</ResultLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
