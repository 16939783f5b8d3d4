// The playground: compose a request, see its price, send it, watch it, read the answer, take it along as code.
import { useMemo, useState } from 'preact/hooks';
import { Timeline } from '../objects/timeline.tsx';
import { Badge } from '../parts/badge.tsx';
import { Code, CopyButton } from '../parts/code.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/state.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';
import { wrongsOf } from '../schema/check.ts';
import { type Schemas, useSchemas } from '../schema/schema.ts';
import { type Following, useFollowing } from './follow.ts';
import { RequestForm, RequestJson } from './form.tsx';
import { PriceTag, usePrice } from './price.tsx';
import { PRODUCTS, type Product, type Request } from './products.ts';
import { Result } from './result.tsx';
import { readShared, shareLink } from './share.ts';
import { snippetsOf } from './snippets.ts';

export function Playground({ route }: { readonly route: Route }) {
  const { schemas, problem } = useSchemas();
  return (
    <Page title="Playground" about="Compose a request, see what it costs, send it and watch it on its way.">
      {problem && <ProblemNotice problem={problem} />}
      {schemas ? <Composer schemas={schemas} route={route} /> : !problem && <Loading what="Loading the schema" />}
    </Page>
  );
}

function Composer({ schemas, route }: { readonly schemas: Schemas; readonly route: Route }) {
  const shared = useMemo(() => readShared(route), []);
  const [product, setProduct] = useState(shared.product);
  const [request, setRequest] = useState<Request>(shared.request);
  const following = useFollowing();
  const schema = product.schemaOf(schemas);
  const wrongs = wrongsOf(schema, request);
  const complete = Object.keys(wrongs).length === 0;
  const price = usePrice(product, request, complete);
  const choose = (next: Product) => {
    setProduct(next);
    setRequest(next.example);
    replaceRoute(linkTo('playground', { type: next.type }));
  };
  const take = (next: Request) => {
    setRequest(next);
    replaceRoute(shareLink(product, next));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (complete) void following.send(product, request);
  };
  const form = { product, schema, request, wrongs, onRequest: take };
  return (
    <div class="playground">
      <form class="stacked" onSubmit={submit} aria-label="Request">
        <Card>
          <ProductPicker chosen={product} onChoose={choose} />
          <Tabs
            key={product.type}
            label="Ways to compose"
            tabs={[
              { name: 'form', title: 'Form', show: () => <RequestForm {...form} /> },
              { name: 'json', title: 'JSON', show: () => <RequestJson {...form} /> },
            ]}
          />
          <div class="send">
            <PriceTag price={price} />
            <div class="row">
              <button type="submit" class="button first" disabled={!complete || following.sending}>
                {following.sending ? 'Sent, waiting …' : 'Send'}
              </button>
              <CopyButton text={() => `${location.origin}/${shareLink(product, request)}`} label="Copy link" />
            </div>
          </div>
        </Card>
      </form>
      <div class="stacked">
        <Outcome following={following} />
        <Card title="As code">
          <Tabs
            label="Languages"
            tabs={snippetsOf(product, request, location.origin).map(({ name, title, text }) => ({
              name,
              title,
              show: () => (
                <div class="stacked">
                  <Code label={title} text={text} />
                  <div class="row">
                    <CopyButton text={() => text} label={`Copy ${title}`} />
                    <span class="tiny muted">Your key stays out of it: set it as KEY in the environment.</span>
                  </div>
                </div>
              ),
            }))}
          />
        </Card>
      </div>
    </div>
  );
}

function ProductPicker({ chosen, onChoose }: { readonly chosen: Product; readonly onChoose: (product: Product) => void }) {
  return (
    <fieldset class="products">
      <legend class="seen-not">What to ask for</legend>
      {PRODUCTS.map((product) => (
        <label key={product.type} class={product === chosen ? 'chosen' : ''}>
          <input type="radio" name="product" checked={product === chosen} onChange={() => onChoose(product)} />
          {product.title}
        </label>
      ))}
      <p class="tiny muted">{chosen.about}</p>
    </fieldset>
  );
}

function Outcome({ following }: { readonly following: Following }) {
  const { product, sending, id, life, found, problem } = following;
  if (!product)
    return (
      <Card title="Answer">
        <Empty title="Nothing sent yet">
          <p>Send the request as it stands: with a test key a built-in test world answers, and nothing leaves this machine.</p>
        </Empty>
      </Card>
    );
  return (
    <>
      {product.create && (
        <Card
          title="On its way"
          actions={
            id && (
              <>
                {life && <Badge word={life.state} />}
                <a class="button small" href={linkTo('objects', {}, id)}>
                  Open object
                </a>
              </>
            )
          }
        >
          <div aria-live="polite">{life ? <Timeline life={life} live={sending} /> : sending && <Loading what="Sending" />}</div>
          {problem && <ProblemNotice problem={problem} />}
        </Card>
      )}
      {!product.create && (sending || problem) && (
        <Card title="Answer">{problem ? <ProblemNotice problem={problem} /> : <Loading what="Looking it up" />}</Card>
      )}
      {found && (
        <Card title="Answer">
          <Result product={product} found={found} />
        </Card>
      )}
    </>
  );
}
