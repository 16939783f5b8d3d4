// Resolves Baidu's redirects to their targets.

import { all, attribute, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { completeAddress, shownAddressIn, shownHost } from '../../page/shown-address.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { addressInData, addressInNotes } from './addresses.ts';
import { onlyAddressIn } from './attributes.ts';

export const ORIGIN = 'https://www.baidu.com';

const REDIRECTS = /^\/(?:link|baidu\.php|adrc\.php|aclick|other\.php|(?:from=[^?]{0,200}\/)?tc)$/;

/** True for a redirect URL: of a result (`/link`, for phones `/tc`), of an ad (`/baidu.php`) or of the old statistics (`/adrc.php`). */
export const isRedirect = (url: string): boolean => /(?:^|\.)baidu\.com$/.test(hostOf(url)) && REDIRECTS.test(urlOf(url).pathname);

/** Hosts that Baidu writes into `mu` for boxes without a page. */
const NO_PAGE = /(?:^|\.)(?:nourl\.ubs\.baidu\.com|lightapp\.baidu\.com|open\.baidu\.com)$/;

/** True for Baidu's own searches for pictures, videos and the like. They are not results. */
export function isInternal(url: string): boolean {
  const host = hostOf(url);
  if (NO_PAGE.test(host) || /^(?:image|m|www)\.baidu\.com$/.test(host)) return !isRedirect(url);
  return false;
}

/** Copies of pages in Baidu's cache, and files of its pages. */
const NO_TARGET = /(?:^|\.)(?:baiducontent|bdstatic|bdimg|bcebos)\.com$/;

export const outside = (href: string | null | undefined): string | null => {
  const url = absoluteUrl(href, ORIGIN);
  return url !== null && !isRedirect(url) && !isInternal(url) && !NO_TARGET.test(hostOf(url)) ? url : null;
};

/** Attributes that hold the address itself: of results, of ads, of phone pages. */
const ADDRESSES = ['mu', 'data-landurl', 'data-mdurl', 'rl-link-href', 'data-url', 'data-href'];
/** Attributes that hold data of a result as JSON, with single or double quotes. */
const NOTES = ['data-log', 'data-tools', 'data-feedback', 'data-click'];

function addressInAttributes(element: Element): string | null {
  for (const name of NOTES) {
    const text = element.attribute(name);
    const url = text && addressInNotes(text, outside);
    if (url) return url;
  }
  return null;
}

/** Parameters with a whole address: of redirects that are not encrypted, of copies in the cache, of translations. */
const PARAMETERS = ['mu', 'url', 'src', 'query', 'u', 'target'];
const WITH_ADDRESS = new RegExp(`[?&](?:${PARAMETERS.join('|')})=https?(?::|%3a)`, 'i');
const OWN_HOST = /(?:^|\.)(?:baidu|baiducontent)\.com$/;

function addressInParameters(href: string | null): string | null {
  if (href === null || !WITH_ADDRESS.test(href) || !OWN_HOST.test(hostOf(href))) return null;
  for (const name of PARAMETERS) {
    const written = urlOf(href).searchParams.get(name);
    const url = written && /^https?:\/\//i.test(written) ? outside(written) : null;
    if (url) return url;
  }
  return null;
}

/** Links below a result to other forms of the same page: its copy in the cache, its translation, its report. */
const OTHER_FORM = /^https?:\/\/(?:cache\.baidu(?:content)?\.com\/|fanyi\.baidu\.com\/transpage|(?:www|m)\.baidu\.com\/tools)/i;

function addressInOtherForms(block: Element): string | null {
  for (const link of all('a[href]', block)) {
    const href = attribute(link, 'href');
    const url = href !== null && OTHER_FORM.test(href) ? addressInParameters(absoluteUrl(href, ORIGIN)) : null;
    if (url) return url;
  }
  return null;
}

function addressOn(element: Element): string | null {
  for (const name of ADDRESSES) {
    const written = element.attribute(name);
    const url = written && /^(?:https?:)?\/\//i.test(written) ? outside(written) : null;
    if (url) return url;
  }
  return addressInAttributes(element);
}

/** Returns the address that the link, the block or an element between them names. */
function addressAround(block: Element, link: Element): string | null {
  const own = addressOn(block);
  if (own) return own;
  for (let element: Element | null = link; element && element !== block; ) {
    const url = addressOn(element);
    if (url) return url;
    element = element.parent instanceof Element ? element.parent : null;
  }
  return null;
}

/** Returns the address in the menu of a result: save, report, share. */
const addressInMenu = (block: Element): string | null =>
  all('[data-tools], [data-feedback]', block)
    .map(addressInAttributes)
    .find((url) => url !== null) ?? null;

/** Returns the address below the text. The target and the host of a result both need it. */
const shownIn = oncePerElement((block): string | null => {
  // Known names are looked at first, because reading all texts takes longer.
  for (const element of all('.c-showurl, .f13 .g', block)) {
    const text = textOf(element);
    if (shownHost(text) !== null) return text;
  }
  return shownAddressIn(block);
});

/** Ordinary results show their own address. Boxes show the home page of their service. */
const isOrdinary = (block: Element): boolean => /^(?:se_|www_|$)/.test(block.attribute('tpl') ?? '');

function addressAsShown(block: Element): string | null {
  const url = outside(completeAddress(shownIn(block)));
  if (url === null || (urlOf(url).pathname === '/' && !isOrdinary(block))) return null;
  return url;
}

/** Returns the target of a result, or the redirect when the page does not name the target. */
export function targetOf(block: Element, link: Element): string | null {
  const href = absoluteUrl(attribute(link, 'href'), ORIGIN);
  return (
    addressAround(block, link) ??
    outside(href) ??
    addressInParameters(href) ??
    addressInMenu(block) ??
    addressInData(block, link, outside) ??
    addressInOtherForms(block) ??
    addressAsShown(block) ??
    onlyAddressIn(block, shownHost(shownIn(block)), outside) ??
    (href !== null && isRedirect(href) ? href : null)
  );
}

/** Returns the host of a result. A redirect says nothing about it, but a shortened address does. */
export const domainOf = (block: Element, url: string): string => (isRedirect(url) ? shownHost(shownIn(block)) : null) ?? hostOf(url);
