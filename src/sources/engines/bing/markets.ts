// The market of a question; the page and the feed of Bing are asked by the same table.
export { acceptLanguageOf, marketOf } from '../../bing-markets.ts';
