// The playground: compose, price and send a request, follow its progress, read its result, and copy it as code.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BASE_PATH } from '../base-path.ts';
import { CopyButton } from '../parts/code.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Loading, ProblemNotice } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';
import { type Schemas, useSchemas } from '../schema/schema.ts';
import { validate } from '../schema/validate.ts';
import { ActionBar } from './action-bar.tsx';
import { CodeCard } from './code-card.tsx';
import { FirstRun } from './first-run.tsx';
import { RequestForm, RequestJson } from './form.tsx';
import { ProgressCard, ResultCard } from './outcome.tsx';
import { PriceTag, usePrice } from './price.tsx';
import { PRODUCTS, type Product, type Request } from './products.ts';
import { readShared, shareLink } from './share.ts';
import { useProgress } from './use-progress.ts';
import { useScrollToOutcome } from './use-scroll.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const outcome = useScrollToOutcome(progress);
  const schema = product.schemaOf(schemas);
  const errors = validate(schema, request);
  const complete = Object.keys(errors).length === 0;
  const price = usePrice(product, request, complete);
  // The API has not returned an id yet, so that a second click would create a second object.
  const isBusy = progress.sending && progress.id === null;
  // Before the first paint, which would otherwise show that no request was sent.
  useLayoutEffect(() => {
    if (shared.id) void progress.resume(shared.product, shared.id);
  }, []);
  // The URL names the object, so that a reload shows its result again.
  useEffect(() => {
    if (progress.product) replaceRoute(shareLink(product, request, progress.id));
  }, [progress.id]);
  const choose = (next: Product) => {
    setProduct(next);
    setRequest(next.example);
    replaceRoute(linkTo('playground', { type: next.type, id: progress.id ?? undefined }));
  };
  const change = (next: Request) => {
    setRequest(next);
    replaceRoute(shareLink(product, next, progress.id));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!complete || isBusy) return;
    outcome.expect();
    void progress.send(product, request, price.quote?.route.map(({ source }) => source) ?? []);
  };
  const editor = { product, schema, request, errors, onRequest: change };
  return (
    <>
      <FirstRun progress={progress} />
      <div class="playground">
        <form class="stacked compose-area" ref={form} onSubmit={submit} aria-label="Request">
          <Card>
            <ProductPicker chosen={product} onChoose={choose} />
            <Tabs
              key={product.type}
              label="Request editor"
              tabs={[
                { name: 'form', title: 'Form', show: () => <RequestForm {...editor} /> },
                { name: 'json', title: 'JSON', show: () => <RequestJson {...editor} /> },
              ]}
            />
            <div class="send">
              <PriceTag price={price} isInProgress={progress.sending} />
            </div>
          </Card>
          <ActionBar price={price} isBusy={isBusy} isDisabled={!complete} onSend={() => form.current?.requestSubmit()}>
            <CopyButton text={() => `${location.origin}${BASE_PATH}/${shareLink(product, request)}`} label="Copy link" />
          </ActionBar>
        </form>
        <div class="stacked progress-area" ref={outcome.progress}>
          <ProgressCard progress={progress} />
        </div>
        <div class="stacked result-area" ref={outcome.result}>
          <ResultCard progress={progress} />
        </div>
        <div class="stacked code-area" id="code">
          <CodeCard product={product} request={request} />
        </div>
      </div>
    </>
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
