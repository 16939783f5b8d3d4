// Boxes on a Bing page in the sandbox: answer, questions, map, images, videos, news and panel.

import { boxedListings, showsBox } from '../../sandbox/boxes.ts';
import { businessFrom, cityOf } from '../../sandbox/businesses.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { panelTextOf } from '../../sandbox/panel-text.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedQuestions } from '../../sandbox/questions.ts';
import { escapeHtml, type SandboxRequest } from '../../sandbox/site.ts';
import { clickAddress } from './sandbox-links.ts';

const IMAGE_SIZE = { width: 800, height: 600 };

/** Returns the stars of a result or a business. */
export const stars = ({ value, votes }: { readonly value: string; readonly votes: number }): string =>
  `<div class="b_factrow"><span class="csrc" aria-label="Star Rating: ${value} out of 5."></span><span>${value}/5 (${votes.toLocaleString('en-US')})</span></div>`;

/** A passage of the best page, above the results. */
export function answerBox(dataset: Dataset): string {
  if (!showsBox(dataset, 'featured') && !showsBox(dataset, 'overview')) return '';
  const source = boxedListings(dataset, 0, 1)[0]!;
  const advice = dataset.theme.advice[dataset.number('answer', dataset.theme.advice.length)];
  return `<li class="b_ans b_top"><div class="rwrl rwrl_padref">${escapeHtml(`${source.snippet} ${advice}`)}</div>
<div class="b_algo"><h2><a href="${escapeHtml(clickAddress(source.url, 'answer'))}">${escapeHtml(source.title)}</a></h2>
<cite>https://${source.domain}</cite></div></li>`;
}

/** Every first page has questions. */
export function questionsBox(dataset: Dataset): string {
  const rows = relatedQuestions(dataset, 3).map(({ question, answer, source }) => {
    const asked = escapeHtml(question);
    return `<div class="df_alsoAsk" data-tag="RelatedQnA.Item" data-query="${asked}"><div class="b_expansion_text">${asked}</div>
<div class="rwrl">${escapeHtml(answer)}</div><div class="b_algo"><p><a href="${escapeHtml(source.url)}">${escapeHtml(source.title)}</a></p>
<cite>https://${source.domain}</cite></div></div>`;
  });
  return `<li class="b_ans b_mop"><div class="rqnaContainerwithfeedback">${rows.join('')}</div></li>`;
}

export function placesBox(dataset: Dataset, request: SandboxRequest): string {
  if (!showsBox(dataset, 'places')) return '';
  const city = cityOf(request, dataset);
  const cards = boxedListings(dataset, 20, 4).map((listing, index) => {
    const draw = dataset.draw(`business ${index}`);
    const business = businessFrom(draw, city, dataset);
    const id = `YN${dataset.number('place', 1_000_000)}x${index}`;
    const address = `${business.street}, ${business.postcode} ${business.city}`;
    return `<div class="b_scard" data-ypid="${id}"><img alt="" src="${pictureUrl(dataset.theme, draw)}"><h2>${business.name}</h2>
${stars(business.rating)}<div class="b_factrow">${business.category}</div>
<div class="b_factrow"><span title="${address}">${address}</span></div><div class="b_factrow"><span>${business.phone}</span></div>
<div class="b_factrow"><span class="opHours">${business.openState}</span></div>
<a class="ibs_2btns" href="${escapeHtml(clickAddress(listing.url, 'website'))}">Website</a></div>
<div id="mark_${id}" elat="${business.latitude}" elong="${business.longitude}"></div>`;
  });
  return `<li class="b_ans b_localCards">${cards.join('\n')}</li>`;
}

export function imagesBox(dataset: Dataset): string {
  if (!showsBox(dataset, 'images')) return '';
  const { width, height } = IMAGE_SIZE;
  const cells = boxedListings(dataset, 60, 6).map((listing, index) => {
    const file = pictureUrl(dataset.theme, dataset.draw(`image ${index}`), IMAGE_SIZE);
    const thumbnail = file.replace(`${width}x${height}`, '200x150');
    const notes = escapeHtml(JSON.stringify({ purl: listing.url, murl: file, turl: thumbnail, t: listing.title }));
    return `<a class="iusc" m="${notes}" href="/images/search?view=detailV2&amp;id=${index}" t3="${listing.domain}" t4="${width} × ${height}">
<img alt="${escapeHtml(`${dataset.words}, picture ${index + 1}`)}" src="${thumbnail}"></a>`;
  });
  return `<li class="b_ans b_imgans">${cells.join('\n')}</li>`;
}

export function videosBox(dataset: Dataset): string {
  if (!showsBox(dataset, 'videos')) return '';
  const cards = boxedListings(dataset, 30, 4).map((listing, index) => {
    const draw = dataset.draw(`video ${index}`);
    const id = `test${String(draw.number(10_000_000)).padStart(7, '0')}`;
    const notes = escapeHtml(JSON.stringify({ murl: `https://www.youtube.com/watch?v=${id}`, vt: listing.title }));
    return `<div class="mc_vtvc" vrhm="${notes}"><a class="mc_vtvc_link" href="/videos/riverview/relatedvideo?id=${index}">
<img alt="" src="${pictureUrl(dataset.theme, draw)}"><div class="mc_bc">${2 + draw.number(18)}:${10 + draw.number(50)}</div>
<div class="mc_vtvc_title">${escapeHtml(listing.title)}</div>
<div class="mc_vtvc_meta_pubdate"><span>${1 + draw.number(900)}K views</span><span>${2 + draw.number(10)} months ago</span></div>
<div class="mc_vtvc_meta_channel"><span>YouTube</span><span>${listing.siteName}</span></div></a></div>`;
  });
  return `<li class="b_ans b_vidans">${cards.join('\n')}</li>`;
}

export function newsBox(dataset: Dataset): string {
  if (!showsBox(dataset, 'stories')) return '';
  const cards = boxedListings(dataset, 40, 3, 'article').map((listing, index) => {
    const draw = dataset.draw(`story ${index}`);
    return `<div class="news-card"><img alt="" src="${pictureUrl(dataset.theme, draw)}">
<a href="${escapeHtml(listing.url)}">${escapeHtml(listing.title)}</a><cite>${listing.siteName}</cite>
<span class="b_secondaryText">${2 + draw.number(20)} hours ago</span><p>${escapeHtml(listing.snippet)}</p></div>`;
  });
  const search = escapeHtml(`/news/search?q=${encodeURIComponent(dataset.words)}`);
  return `<li class="b_ans b_nwsAns"><h2><a href="${search}">News about ${escapeHtml(dataset.words)}</a></h2>${cards.join('\n')}</li>`;
}

/** The panel is beside the list. */
export function panelBox(dataset: Dataset): string {
  if (!showsBox(dataset, 'panel')) return '';
  const { title, subtitle, description, facts, profiles } = panelTextOf(dataset);
  const rows = facts.map(
    ({ name, value }) => `<div class="b_factrow"><span class="cbl">${name}:</span> <span>${escapeHtml(value)}</span></div>`,
  );
  return `<aside id="b_context"><ol><li class="b_ans"><div class="b_entityTP"><img alt="" src="${pictureUrl(dataset.theme, dataset.draw('panel picture'))}">
<h2 class="b_entityTitle">${escapeHtml(title)}</h2><div class="b_entitySubTitle">${subtitle}</div>
<div class="b_snippet"><span><span>${escapeHtml(description)}</span></span></div>${rows.join('')}
<div class="infoCardIcons">${profiles.map(({ name, url }) => `<a href="${url}">${name}</a>`).join('')}</div></div></li></ol></aside>`;
}
