// Converts the results of a Naver block to organic items, news and videos.

import type { Image, NewsItem, OrganicItem, VideoItem } from '../../../contract/items.ts';
import { newsItem, organicItem, videoItem } from '../../items.ts';
import { all, closest, countIn, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { hostOf } from '../../urls.ts';
import { type Card, cardsIn, passageOf, sourceOf, wordsOf } from './cards.ts';
import { dateBefore, dateIn, isDate, publishedAtOf } from './dates.ts';
import { pictureOf } from './links.ts';

const IMAGES_MAX = 10;

/** Returns the pictures of a result, without that of its publisher. */
function picturesOf(card: Card): string[] {
  const found = card.links
    .flatMap((link) => all('img', link))
    .filter((image) => closest(image, (element) => element.attribute('data-sds-comp') === 'Profile') === null)
    .flatMap((image) => pictureOf(image) ?? []);
  return [...new Set(found)].slice(0, IMAGES_MAX);
}

/** Parses the publisher line: name, displayed URL and date. */
function lineOf(card: Card): { name: string | null; shown: string | null; date: string | null } {
  const line = sourceOf(card.box);
  if (!line) return { name: null, shown: null, date: null };
  const named = ['[class*="profile-info-title"], .name, .source_txt, .press', 'a', 'span']
    .flatMap((selector) => all(selector, line))
    .map((part) => wordsOf(part));
  const name = named.find((words) => words !== '' && !isDate(words)) ?? wordsOf(line);
  const parts = all('[class*="subtext"], .url, .lnk_url, .sub_txt, span', line).map((part) => wordsOf(part));
  return {
    name: orNull(name),
    shown: parts.find((part) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:\s?[›/>]|$)/.test(part) && dateIn(part) === null) ?? null,
    date: dateIn(textOf(line).slice(name.length)),
  };
}

interface Reading {
  readonly card: Card;
  readonly name: string | null;
  readonly shown: string | null;
  readonly date: string | null;
  readonly snippet: string | null;
  readonly passage: Element | null;
  readonly pictures: readonly string[];
}

function readingsIn(block: Element): Reading[] {
  return cardsIn(block).map((card) => {
    const passage = passageOf(card);
    const { date, rest } = dateBefore(wordsOf(passage));
    const line = lineOf(card);
    const apart =
      line.date ??
      date ??
      all('span', card.box)
        .map((part) => wordsOf(part))
        .find(isDate) ??
      null;
    return { card, passage, ...line, date: apart, snippet: orNull(rest), pictures: picturesOf(card) };
  });
}

export const organicIn = (block: Element, type: OrganicItem['type'] = 'organic'): OrganicItem[] =>
  readingsIn(block).map(({ card, name, shown, date, snippet, passage, pictures }) =>
    organicItem({
      sitelinks: card.sitelinks,
      type,
      title: card.title,
      url: card.url,
      displayUrl: shown,
      siteName: name,
      snippet,
      highlighted: passage ? [...new Set(all('mark, b, strong', passage).map((part) => textOf(part)))].filter((word) => word !== '') : [],
      date,
      publishedAt: publishedAtOf(date),
      images: pictures.map((url): Image => ({ url, alt: null, sourceUrl: card.url })),
    }),
  );

export const newsIn = (block: Element): NewsItem[] =>
  readingsIn(block).map(({ card, name, date, snippet, pictures }) =>
    newsItem({
      title: card.title,
      url: card.url,
      source: name,
      snippet,
      thumbnail: pictures[0] ?? null,
      date,
      publishedAt: publishedAtOf(date),
    }),
  );

const secondsOf = (duration: string | null): number | null =>
  duration === null ? null : duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const youtubeIdOf = (url: string): string | null => (/(?:^|\.)youtube\.com$/.test(hostOf(url)) ? new URL(url).searchParams.get('v') : null);

export const videosIn = (block: Element): VideoItem[] =>
  readingsIn(block).map(({ card, name, date, snippet, pictures }) => {
    const texts = all('span, em, div', card.box).map((part) => textOf(part));
    const duration = texts.find((text) => /^\d{1,3}(?::\d{2}){1,2}$/.test(text)) ?? null;
    const views = texts.find((text) => /^(?:재생수|조회수)\s?[\d.,]+(?:만|천)?회?$/.test(text)) ?? null;
    return videoItem({
      title: card.title,
      url: card.url,
      videoId: youtubeIdOf(card.url),
      description: snippet,
      thumbnail: pictures[0] ?? null,
      source: name,
      duration,
      durationSeconds: secondsOf(duration),
      views: views && !/[만천]/.test(views) ? countIn(views) : null,
      date,
      publishedAt: publishedAtOf(date),
    });
  });
