// The answers that the pages read, by the types of the client.
import type { Operations } from '../../client/types.ts';

export type { Quote } from '../../client/types.ts';
export type ObjectList = Operations['GET /objects']['answer'];
export type ObjectRow = ObjectList['items'][number];
export type Life = Operations['GET /objects/{id}/life']['answer'];
export type Step = Life['steps'][number];
