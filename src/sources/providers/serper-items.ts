// Converts the lists of Serper's responses to items.
import { noItems, type SerpItems } from '../../contract/items.ts';
import { answerItem, imageItem, knowledgeItem, mapItem, newsItem, organicItem, paaItem, relatedItem, videoItem } from '../items.ts';
import { isObject, type Json, objects, strings } from '../model-json.ts';
import { secondsIn } from './duration.ts';
import { imageIn, lineIn, linksIn, ratingIn, titledIn } from './fields.ts';
import { countIn, numberIn, objectIn, webAddressIn } from './response.ts';

function readOrganic(item: Json, into: SerpItems): void {
  const known = titledIn(item, 'link');
  if (!known) return;
  into.organic.push(
    organicItem({
      ...known,
      snippet: lineIn(item.snippet),
      date: lineIn(item.date),
      sitelinks: linksIn(item.sitelinks, 'link'),
      images: imageIn(item.imageUrl),
      rating: ratingIn(item.rating, item.ratingCount),
    }),
  );
}

function readReport(item: Json, into: SerpItems): void {
  const known = titledIn(item, 'link');
  if (!known) return;
  const facts = { source: lineIn(item.source), snippet: lineIn(item.snippet), date: lineIn(item.date) };
  into.news.push(newsItem({ ...known, ...facts, thumbnail: webAddressIn(item.imageUrl) }));
}

function readImage(item: Json, into: SerpItems): void {
  const url = webAddressIn(item.link);
  if (url === null) return;
  into.images.push(
    imageItem({
      url,
      title: lineIn(item.title),
      imageUrl: webAddressIn(item.imageUrl),
      thumbnail: webAddressIn(item.thumbnailUrl),
      width: countIn(item.imageWidth),
      height: countIn(item.imageHeight),
      source: lineIn(item.source),
    }),
  );
}

function readPlace(item: Json, into: SerpItems): void {
  const title = lineIn(item.title);
  if (title === null) return;
  const [latitude, longitude] = [numberIn(item.latitude), numberIn(item.longitude)];
  into.maps.push(
    mapItem({
      title,
      placeId: lineIn(item.placeId),
      cid: lineIn(item.cid),
      url: webAddressIn(item.website),
      address: lineIn(item.address),
      phone: lineIn(item.phoneNumber),
      category: lineIn(item.category) ?? lineIn(item.type),
      rating: ratingIn(item.rating, item.ratingCount),
      priceLevel: lineIn(item.priceLevel),
      coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      thumbnail: webAddressIn(item.thumbnailUrl),
    }),
  );
}

function readVideo(item: Json, into: SerpItems): void {
  const known = titledIn(item, 'link');
  if (!known) return;
  const [duration, name] = [lineIn(item.duration), lineIn(item.channel)];
  into.videos.push(
    videoItem({
      ...known,
      description: lineIn(item.snippet),
      thumbnail: webAddressIn(item.imageUrl),
      source: lineIn(item.source),
      channel: name === null ? null : { id: null, name, url: null, verified: false },
      duration,
      durationSeconds: secondsIn(duration),
      date: lineIn(item.date),
    }),
  );
}

function readQuestion(item: Json, into: SerpItems): void {
  const question = lineIn(item.question);
  if (question === null) return;
  into.paa.push(paaItem({ question, answer: lineIn(item.snippet), title: lineIn(item.title), url: webAddressIn(item.link) }));
}

function readResponse(item: Json, into: SerpItems): void {
  const text = lineIn(item.answer) ?? lineIn(item.snippet);
  if (text === null) return;
  const type = item.answer === undefined && item.link !== undefined ? 'featured_snippet' : 'answer_box';
  into.answers.push(answerItem({ type, title: lineIn(item.title), text, url: webAddressIn(item.link) }));
}

function readPanel(item: Json, into: SerpItems): void {
  const title = lineIn(item.title);
  if (title === null) return;
  const [source, sourceUrl] = [lineIn(item.descriptionSource), webAddressIn(item.descriptionLink)];
  into.knowledgegraph.push(
    knowledgeItem({
      title,
      subtitle: lineIn(item.type),
      description: lineIn(item.description),
      descriptionSource: source === null || sourceUrl === null ? null : { title: source, url: sourceUrl, description: null },
      url: webAddressIn(item.website),
      imageUrl: webAddressIn(item.imageUrl),
      attributes: Object.entries(objectIn(item.attributes)).flatMap(([name, value]) => {
        const said = lineIn(value) ?? lineIn(strings(value).join(', '));
        return said === null ? [] : [{ name, value: said, links: [] }];
      }),
    }),
  );
}

const LISTS: readonly [string, (item: Json, into: SerpItems) => void][] = [
  ['organic', readOrganic],
  ['topStories', readReport],
  ['news', readReport],
  ['images', readImage],
  ['places', readPlace],
  ['videos', readVideo],
  ['peopleAlsoAsk', readQuestion],
];

export function readResults(response: Json): SerpItems {
  const into = noItems();
  for (const [name, read] of LISTS) for (const item of objects(response[name])) read(item, into);
  for (const { query } of objects(response.relatedSearches)) {
    const keyword = lineIn(query);
    if (keyword !== null) into.related.push(relatedItem({ keyword }));
  }
  if (isObject(response.answerBox)) readResponse(response.answerBox, into);
  if (isObject(response.knowledgeGraph)) readPanel(response.knowledgeGraph, into);
  return into;
}
