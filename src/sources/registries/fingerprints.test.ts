// Our own technologies: complete facts, harmless patterns, and detection by every kind of fingerprint.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import type { Page } from '../adapter.ts';
import { categoryOf } from './fingerprints/categories.ts';
import { readSelectors } from './fingerprints/selector.ts';
import { type DnsEvidence, detectTechnologies, ownTechnologies } from './fingerprints.ts';

const TECHNOLOGIES = ownTechnologies().technologies;

const page = (body: string, headers: Record<string, string> = {}, url = 'https://shop.example/'): Page => ({
  request: { url },
  url,
  status: 200,
  headers,
  body,
});
const named = (item: Page, dns?: DnsEvidence) => Object.fromEntries(detectTechnologies(item, dns).map((one) => [one.name, one]));

describe('our own technologies', () => {
  it('are more than a thousand, of all usual categories, and each has a fingerprint or is implied', () => {
    expect(TECHNOLOGIES.length).toBeGreaterThan(1000);
    const used = new Set(TECHNOLOGIES.flatMap((technology) => technology.categories));
    expect(used.size).toBeGreaterThan(60);
    for (const id of used) if (id !== 19) expect(categoryOf(id).name, `category ${id}`).not.toBe('Miscellaneous');
    const implied = new Set(TECHNOLOGIES.flatMap((technology) => technology.implies.map(({ name }) => name)));
    const silent = TECHNOLOGIES.filter((technology) => technology.fingerprints.length === 0 && !implied.has(technology.name));
    expect(silent.map((technology) => technology.name)).toEqual([]);
  });

  it('have supported selectors and lower-case names', () => {
    for (const technology of TECHNOLOGIES)
      for (const fingerprint of technology.fingerprints) {
        if (fingerprint.field === 'dom') expect(readSelectors(fingerprint.key), `${technology.name}: ${fingerprint.key}`).not.toBeNull();
        else expect(fingerprint.key).toBe(fingerprint.key.toLowerCase());
        expect(fingerprint.confidence).toBeGreaterThan(0);
      }
  });

  it('have no pattern that backtracks on 200 kB of hostile text', () => {
    const fill = (piece: string): string => piece.repeat(Math.ceil(200_000 / piece.length)).slice(0, 200_000);
    const texts = ['a', '<a href="', `"'`, '1.', ' /', '\\'].map(fill);
    const patterns = new Set(
      TECHNOLOGIES.flatMap((technology) => technology.fingerprints.flatMap((fingerprint) => fingerprint.pattern ?? [])),
    );
    // A linear pattern takes a few milliseconds here, a backtracking one minutes, so the limit works on any machine.
    const EXPLODES_MS = 250;
    const slow: string[] = [];
    for (const pattern of patterns) {
      const literal = pattern.literals[0]?.[0] ?? 'x';
      for (const text of [...texts, fill(literal.slice(0, -1) || '-'), fill(`${literal}1.1/`)]) {
        let least = Number.POSITIVE_INFINITY;
        for (let round = 0; round < 4 && least >= EXPLODES_MS; round++) {
          const began = spentMs();
          pattern.match(text);
          least = Math.min(least, spentMs() - began);
        }
        if (least >= EXPLODES_MS) slow.push(`${pattern.literals} on ${text.slice(0, 20)}: ${least.toFixed(1)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});

describe('a page', () => {
  it('shows technologies in elements, frames, scripts that it loads later, and its URL', () => {
    const items = named(
      page(
        `<div id="__nuxt"></div><app-root ng-version="17.3.2"></app-root><iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>
         <script>(function(h){h.src='https://static.hotjar.com/c/hotjar-1.js'})({})</script><i class="svelte-1x2y3z"></i>`,
        {},
        'https://shop.example/index.php?x=1',
      ),
    );
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(['Nuxt.js', 'Vue.js', 'Node.js', 'Angular', 'YouTube', 'Hotjar', 'Svelte', 'PHP']),
    );
    expect(items.Angular!.version).toBe('17.3.2');
    expect(items.PHP!.confidence).toBe(80);
  });

  it('shows versions of libraries, styles and plugins in their URLs', () => {
    const items = named(
      page(`<script src="https://cdn.jsdelivr.net/npm/swiper@11.1.4/swiper-bundle.min.js"></script><script src="/js/lodash-4.17.21.min.js"></script>
        <script src="https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.30.1/moment.min.js"></script>
        <link rel="stylesheet" href="/css/bulma.min.css?v=0.9.4"><script src="/wp-content/plugins/wpforms-lite/assets/js/a.js?ver=1.9.2"></script>`),
    );
    expect([items.Swiper, items.Lodash, items['Moment.js'], items.Bulma, items.WPForms].map((item) => item?.version)).toEqual([
      '11.1.4',
      '4.17.21',
      '2.30.1',
      '0.9.4',
      '1.9.2',
    ]);
  });

  it('does not show a technology without the one that it requires', () => {
    const body = '<button class="sqs-add-to-cart-button">Buy</button>';
    expect(named(page(body))['Squarespace Commerce']).toBeUndefined();
    expect(named(page(body, { server: 'Squarespace' }))['Squarespace Commerce']).toBeDefined();
  });

  it('does not show technologies that only its text or its data mention', () => {
    const body = `<p>Hotjar loads static.hotjar.com/c/hotjar.js and Stripe js.stripe.com</p>
      <script type="application/json">{"help":"Use https://js.stripe.com/v3 and gtag('config', 'G-1')"}</script>`;
    expect(named(page(body))).toEqual({});
  });

  it('has records that show mail, name servers and services', () => {
    const items = named(page(''), {
      mx: ['1 aspmx.l.google.com'],
      txt: ['v=spf1 include:_spf.google.com include:sendgrid.net ~all', 'facebook-domain-verification=abc'],
      ns: ['ada.ns.cloudflare.com'],
      cname: ['shop.example.myshopify.com'],
    });
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(['Google Workspace', 'SendGrid', 'Sender Policy Framework', 'Facebook Business', 'Cloudflare', 'Shopify']),
    );
    expect(items['Google Workspace']!.category).toBe('Email');
  });
});
