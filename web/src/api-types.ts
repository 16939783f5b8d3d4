// Response types of the API calls that several pages share, taken from the generated client.
import type { Operations } from '../../client/types.ts';

export type { Quote } from '../../client/types.ts';
export type ObjectList = Operations['GET /objects']['answer'];
export type ObjectRow = ObjectList['items'][number];
export type ObjectTimeline = Operations['GET /objects/{id}/life']['answer'];
export type TimelineStep = ObjectTimeline['steps'][number];
