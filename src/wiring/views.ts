// How each kind of object is shown, in responses and in callbacks.
import type { Views } from '../business/orders/render.ts';
import { viewAi } from '../products/ai/view.ts';
import { viewKeyword } from '../products/keyword/view.ts';
import { serpText, viewSerp } from '../products/serp/view.ts';

export const VIEWS: Views = {
  serp: { envelope: viewSerp, text: serpText, bodyName: 'data' },
  keyword: { envelope: viewKeyword, bodyName: 'data' },
  ai: { envelope: viewAi, bodyName: 'response' },
};
