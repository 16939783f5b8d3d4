// Organic results and advertisements as DataForSEO's elements.
import type { AdvertiserItem, OrganicItem } from '../../../contract/items.ts';
import { type Element, elementOf, imagesOf, linksOf, priceOf, ratingOf, textsOf, timestampOf } from './parts.ts';

export const organicOf = (item: OrganicItem): Element =>
  elementOf('organic', item, {
    domain: item.domain,
    title: item.title,
    url: item.url,
    cache_url: null,
    related_search_url: null,
    breadcrumb: item.displayUrl,
    website_name: item.siteName,
    is_image: false,
    is_video: item.type === 'video',
    is_featured_snippet: item.isFeatured,
    is_malicious: false,
    is_web_story: false,
    description: item.snippet,
    pre_snippet: item.date,
    extended_snippet: null,
    images: imagesOf(item.images),
    amp_version: item.isAmp,
    rating: ratingOf(item.rating),
    price: priceOf(item.price),
    highlighted: textsOf(item.highlighted),
    links: linksOf(item.sitelinks),
    faq:
      item.faq.length === 0
        ? null
        : {
            type: 'faq_box',
            items: item.faq.map(({ question, answer }) => ({ type: 'faq_box_element', title: question, description: answer, links: null })),
          },
    extended_people_also_search: null,
    about_this_result: null,
    related_result: null,
    timestamp: timestampOf(item.publishedAt),
  });

export const paidOf = (item: AdvertiserItem): Element => ({
  ...elementOf('paid', item, {
    title: item.title,
    domain: item.domain,
    breadcrumb: item.displayUrl,
    website_name: item.advertiser,
    url: item.url,
    is_image: item.images.length > 0,
    is_video: item.type === 'video',
    images: imagesOf(item.images),
    highlighted: null,
    extra: extraOf(item),
    description: item.description,
    description_rows: textsOf(item.descriptionRows),
    links: linksOf(item.sitelinks, 'ad_link_element'),
    price: priceOf(item.price),
    rating: ratingOf(item.rating),
  }),
  ...(item.block === 'right' ? { side: 'right' } : {}),
  ...(item.block === 'top' ? { order: 0 } : {}),
});

function extraOf({ trackingUrl, phone, extensions }: AdvertiserItem): object | null {
  const known = { ...(trackingUrl === null ? {} : { ad_aclk: trackingUrl }), ...(phone === null ? {} : { phone }) };
  const callouts = extensions.map((text, index) => [`callout_${index + 1}`, text]);
  const extra = { ...known, ...Object.fromEntries(callouts) };
  return Object.keys(extra).length === 0 ? null : extra;
}
