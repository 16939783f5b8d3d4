// The request as code in several languages.
import { BASE_PATH } from '../base-path.ts';
import { Code, CopyButton } from '../parts/code.tsx';
import { Card } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { Product, Request } from './products.ts';
import { snippetsOf } from './snippets.ts';

export function CodeCard({ product, request }: { readonly product: Product; readonly request: Request }) {
  return (
    <Card title="Code">
      <Tabs
        label="Languages"
        tabs={snippetsOf(product, request, `${location.origin}${BASE_PATH}`).map(({ name, title, text }) => ({
          name,
          title,
          show: () => (
            <div class="stacked">
              <Code label={title} text={text} />
              <div class="row">
                <CopyButton text={() => text} label={`Copy ${title}`} />
                <span class="tiny muted">The code does not contain your key. Set the environment variable KEY.</span>
              </div>
            </div>
          ),
        }))}
      />
    </Card>
  );
}
