// Items with media or their publishers: videos, images, playlists, channels, posts.
import type { ItemPosition, Publisher } from './item-parts.ts';

export interface VideoItem extends ItemPosition {
  readonly videoId: string | null;
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  readonly thumbnail: string | null;
  /** The platform, such as YouTube. */
  readonly source: string | null;
  readonly channel: Publisher | null;
  /** As shown, `9:52`. */
  readonly duration: string | null;
  readonly durationSeconds: number | null;
  readonly views: number | null;
  readonly date: string | null;
  readonly publishedAt: string | null;
  readonly isLive: boolean;
  readonly keyMoments: readonly { readonly time: string; readonly title: string; readonly url: string | null }[];
}

export interface ImageItem extends ItemPosition {
  readonly title: string | null;
  readonly alt: string | null;
  /** The original image file, if the page still has its URL. */
  readonly imageUrl: string | null;
  readonly thumbnail: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** The page that holds the image. */
  readonly url: string;
  readonly domain: string;
  readonly source: string | null;
}

export interface PlaylistItem extends ItemPosition {
  readonly playlistId: string;
  readonly title: string;
  readonly url: string;
  readonly thumbnail: string | null;
  readonly videoCount: number | null;
  readonly channel: Publisher | null;
  readonly videos: readonly { readonly title: string; readonly url: string; readonly duration: string | null }[];
}

export interface ChannelItem extends ItemPosition {
  readonly channelId: string | null;
  readonly title: string;
  readonly url: string;
  readonly handle: string | null;
  readonly description: string | null;
  readonly thumbnail: string | null;
  readonly verified: boolean;
  readonly subscribers: number | null;
  readonly videoCount: number | null;
}

/** One post in a group of posts. */
export interface TwitterItem extends ItemPosition {
  readonly text: string;
  readonly url: string;
  readonly author: {
    readonly name: string;
    readonly handle: string | null;
    readonly url: string | null;
    readonly thumbnail: string | null;
    readonly verified: boolean;
  } | null;
  readonly accountTitle: string | null;
  readonly accountUrl: string | null;
  readonly thumbnail: string | null;
  readonly date: string | null;
  readonly publishedAt: string | null;
}
