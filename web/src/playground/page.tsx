// The playground: compose, price and send a request, follow its progress, and copy it as code.
import { useMemo, useState } from 'preact/hooks';
import { Timeline } from '../objects/timeline.tsx';
import { Badge } from '../parts/badge.tsx';
import { Code, CopyButton } from '../parts/code.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';
import { type Schemas, useSchemas } from '../schema/schema.ts';
import { validate } from '../schema/validate.ts';
import { RequestForm, RequestJson } from './form.tsx';
import { PriceTag, usePrice } from './price.tsx';
import { PRODUCTS, type Product, type Request } from './products.ts';
import { Result } from './result.tsx';
import { readShared, shareLink } from './share.ts';
import { snippetsOf } from './snippets.ts';
import { type Progress, useProgress } from './use-progress.ts';

export function Playground({ route }: { readonly route: Route }) {
  const { schemas, problem } = useSchemas();
  return (
    <Page title="Playground" about="Compose a request, see its price, send it and follow its progress.">
      {problem && <ProblemNotice problem={problem} />}
      {schemas ? <Composer schemas={schemas} route={route} /> : !problem && <Loading what="Loading the request schema" />}
    </Page>
  );
}

function Composer({ schemas, route }: { readonly schemas: Schemas; readonly route: Route }) {
  const shared = useMemo(() => readShared(route), []);
  const [product, setProduct] = useState(shared.product);
  const [request, setRequest] = useState<Request>(shared.request);
  const progress = useProgress();
  const schema = product.schemaOf(schemas);
  const errors = validate(schema, request);
  const complete = Object.keys(errors).length === 0;
  const price = usePrice(product, request, complete);
  const choose = (next: Product) => {
    setProduct(next);
    setRequest(next.example);
    replaceRoute(linkTo('playground', { type: next.type }));
  };
  const change = (next: Request) => {
    setRequest(next);
    replaceRoute(shareLink(product, next));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (complete) void progress.send(product, request);
  };
  const form = { product, schema, request, errors, onRequest: change };
  return (
    <div class="playground">
      <form class="stacked" onSubmit={submit} aria-label="Request">
        <Card>
          <ProductPicker chosen={product} onChoose={choose} />
          <Tabs
            key={product.type}
            label="Request editor"
            tabs={[
              { name: 'form', title: 'Form', show: () => <RequestForm {...form} /> },
              { name: 'json', title: 'JSON', show: () => <RequestJson {...form} /> },
            ]}
          />
          <div class="send">
            <PriceTag price={price} />
            <div class="row">
              <button type="submit" class="button primary" disabled={!complete || progress.sending}>
                {progress.sending ? 'Sending…' : 'Send request'}
              </button>
              <CopyButton text={() => `${location.origin}/${shareLink(product, request)}`} label="Copy link" />
            </div>
          </div>
        </Card>
      </form>
      <div class="stacked">
        <Outcome progress={progress} />
        <Card title="Code">
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
                    <span class="tiny muted">The code does not contain your key. Set the environment variable KEY.</span>
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
      <legend class="visually-hidden">Type of request</legend>
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

function Outcome({ progress }: { readonly progress: Progress }) {
  const { product, sending, id, timeline, object, problem } = progress;
  const isRejected = id === null && problem !== null && problem.code >= 400 && problem.code < 500;
  if (!product)
    return (
      <Card title="Result">
        <Empty title="No request sent yet">
          <p>Select Send request to see a result here. With a test key the built-in sandbox answers, without any network access.</p>
        </Empty>
      </Card>
    );
  return (
    <>
      {product.create && (
        <Card
          title="Progress"
          actions={
            id && (
              <>
                {timeline && <Badge value={timeline.state} />}
                <a class="button small" href={linkTo('objects', {}, id)}>
                  View request
                </a>
              </>
            )
          }
        >
          <div aria-live="polite">{timeline ? <Timeline timeline={timeline} live={sending} /> : sending && <Loading what="Sending" />}</div>
          {problem && <ProblemNotice problem={problem} />}
          {isRejected && <p class="tiny muted">Nothing was charged.</p>}
        </Card>
      )}
      {!product.create && (sending || problem) && (
        <Card title="Result">{problem ? <ProblemNotice problem={problem} /> : <Loading what="Looking up" />}</Card>
      )}
      {object && (
        <Card title="Result">
          <Result product={product} object={object} />
        </Card>
      )}
    </>
  );
}
