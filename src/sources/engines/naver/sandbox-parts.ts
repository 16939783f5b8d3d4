// The blocks of Naver's pages in the sandbox, in the markup of its current design system.

import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { escapeHtml } from '../../sandbox/site.ts';

const text = (kind: string, content: string): string =>
  `<span class="sds-comps-text sds-comps-text-ellipsis sds-comps-text-type-${kind}">${content}</span>`;

/** Marks the words of the query everywhere in the content. */
const marked = (words: string, content: string): string =>
  escapeHtml(content).replaceAll(escapeHtml(words), `<mark>${escapeHtml(words)}</mark>`);

const thumbnail = (file: string): string =>
  `<div data-sds-comp="RectangleImage"><img loading="lazy" src="https://search.pstatic.net/common/?src=${encodeURIComponent(file)}&amp;type=f"></div>`;

function profile(name: string, beside: string, href: string | null): string {
  const named = href
    ? `<a href="${escapeHtml(href)}" target="_blank">${text('body2', escapeHtml(name))}</a>`
    : text('body2', escapeHtml(name));
  return `<div class="sds-comps-profile" data-sds-comp="Profile"><div class="sds-comps-profile-info-title">${named}</div>
<div class="sds-comps-profile-info-subtexts">${text('body2', escapeHtml(beside))}</div></div>`;
}

export const area = (name: string, template: string, tab: string, body: string): string =>
  `<div class="sc_new" data-fender-root="true" data-block-id="${template}" data-meta-area="${name}" data-meta-ssc="${tab}"><div class="api_subject_bx">${body}</div></div>`;

export function webDocument(listing: Listing, dataset: Dataset): string {
  const href = escapeHtml(listing.url);
  return `<div class="fds-web-doc-root fds-web-normal-doc-root"><a href="${href}" target="_blank" data-heatmap-target=".link">${profile(listing.siteName, listing.domain, null)}</a>
<a href="https://keep.naver.com/" target="_blank">Keep에 바로가기</a>
<a href="${href}" target="_blank" data-heatmap-target=".link">${text('headline1', marked(dataset.words, listing.title))}</a>
<a href="${href}" target="_blank" data-heatmap-target=".body">${text('body1', marked(dataset.words, listing.snippet))}</a></div>`;
}

/** An article of a Naver user, with profile, date and pictures. */
export function article(listing: Listing, index: number, dataset: Dataset): string {
  const href = escapeHtml(listing.url);
  const day = `2026.${1 + dataset.number(`month ${index}`, 11)}.${1 + dataset.number(`day ${index}`, 28)}.`;
  return `<div data-template-id="ugcItem">${profile(listing.siteName, day, new URL(listing.url).origin)}
<a href="${href}" target="_blank" data-heatmap-target=".imgtitlelink">${text('headline1', marked(dataset.words, listing.title))}</a>
<a href="${href}" target="_blank" data-heatmap-target=".imgtitlelink">${text('body1', marked(dataset.words, listing.snippet))}</a>
<a href="${href}" target="_blank" data-heatmap-target=".imgtitlelink">${thumbnail(pictureUrl(dataset.theme, dataset.draw(`article picture ${index}`)))}</a></div>`;
}

export function newsStory(listing: Listing, index: number, dataset: Dataset): string {
  const href = escapeHtml(listing.url.replace('https://www.', 'https://news.'));
  return `<div class="sds-comps-vertical-layout">${profile(`${listing.siteName} 신문`, `${1 + dataset.number(`hours ${index}`, 22)}시간 전`, `https://media.naver.com/press/${100 + index}`)}
<a href="${href}" target="_blank" data-heatmap-target=".tit">${text('headline1', marked(dataset.words, listing.title))}<span class="blind">새 창 열림</span></a>
<a href="${href}" target="_blank" data-heatmap-target=".body">${text('body1', marked(dataset.words, listing.snippet))}<span class="blind">새 창 열림</span></a></div>`;
}

export function video(listing: Listing, index: number, dataset: Dataset): string {
  const id = `v${dataset.number(`video ${index}`, 1e9).toString(36).padStart(10, '0')}`.slice(0, 11);
  const href = `https://www.youtube.com/watch?v=${id}`;
  const duration = `${1 + dataset.number(`minutes ${index}`, 20)}:${String(dataset.number(`seconds ${index}`, 60)).padStart(2, '0')}`;
  return `<div data-template-id="videoItem">${profile('YouTube', '2주 전', null)}<a href="${href}" target="_blank">${thumbnail(pictureUrl(dataset.theme, dataset.draw(`video picture ${index}`)))}<span>${duration}</span></a>
<a href="${href}" target="_blank">${text('headline1', marked(dataset.words, listing.title))}</a></div>`;
}

export function picture(listing: Listing, index: number, dataset: Dataset): string {
  const file = pictureUrl(dataset.theme, dataset.draw(`picture ${index}`));
  return `<a href="${escapeHtml(listing.url)}#picture" target="_blank"><img alt="${escapeHtml(listing.title)}" src="${file}"></a>`;
}

export function ads(dataset: Dataset): string {
  const rows = Array.from({ length: 1 + dataset.number('ads', 3) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    const href = `https://ader.naver.com/v1/${dataset.number(`click ${index}`, 1e9).toString(36)}`;
    const handler = escapeHtml(
      `return goOtherCR(this,"a=pwl_nop.tit&r=${index + 1}&d="+urlencode("https://${host}/")+"&u="+urlencode(this.href))`,
    );
    return `<li class="lst"><div class="inner"><a class="site" href="${href}">Shop ${index + 1}</a><a class="lnk_url" href="${href}">${host}</a>
<a class="lnk_head" href="${href}" onclick="${handler}"><span class="lnk_tit">${escapeHtml(dataset.words)} 할인</span></a>
<div class="desc_area"><a class="link_desc" href="${href}">${escapeHtml(dataset.words)} 빠른 배송과 넓은 선택.</a></div></div></li>`;
  });
  return `<div class="sc_new ad_section section _pl_section"><h2 class="title">파워링크</h2><ul class="lst_type">${rows.join('')}</ul></div>`;
}
