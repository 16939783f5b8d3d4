// Items of every array with all their fields, for page readers.
export {
  advertiserItem,
  answerItem,
  channelItem,
  imageItem,
  knowledgeItem,
  mapItem,
  newsItem,
  paaItem,
  playlistItem,
  videoItem,
} from '../shaping.ts';
