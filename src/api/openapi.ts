// The frame of the OpenAPI document. The rest is generated from the routes and schemas.

import { AiResponse, AiSendPromptRequest, AiSeoAnalysisRequest } from '../contract/ai.ts';
import { ErrorBody } from '../contract/errors.ts';
import { Event, EventList } from '../contract/event.ts';
import { Keyword, KeywordRequest } from '../contract/keyword.ts';
import { Quote, QuoteRequest } from '../contract/quote.ts';
import { Region, RegionList, RegionSearch } from '../contract/region.ts';
import type { TSchema } from '../contract/schema.ts';
import { Serp, SerpRequest } from '../contract/serp.ts';
import { NewProject, Project, ProjectChange } from '../contract/tracking.ts';
import { AlertDelivery, NewRule, Rule, TrackingAlert, TrackingMessage } from '../contract/tracking-alerts.ts';
import { KeywordHistory, Point, ProjectOverview, SlotRun, Summary } from '../contract/tracking-history.ts';
import {
  AddedKeywords,
  AddKeywords,
  ChangeKeywords,
  ForecastRequest,
  Imported,
  ImportKeywords,
  TrackedKeyword,
  TrackedKeywordList,
} from '../contract/tracking-keywords.ts';
import { ShareReport } from '../contract/tracking-report.ts';
import { User } from '../contract/user.ts';
import { Technologies, Whois } from '../contract/whois.ts';

export const SCHEMAS: readonly TSchema[] = [
  ErrorBody,
  Region,
  RegionSearch,
  RegionList,
  SerpRequest,
  Serp,
  KeywordRequest,
  Keyword,
  AiSeoAnalysisRequest,
  AiSendPromptRequest,
  AiResponse,
  Whois,
  Technologies,
  User,
  QuoteRequest,
  Quote,
  Event,
  EventList,
  NewProject,
  ProjectChange,
  Project,
  ForecastRequest,
  AddKeywords,
  AddedKeywords,
  ChangeKeywords,
  TrackedKeyword,
  TrackedKeywordList,
  ImportKeywords,
  Imported,
  Point,
  KeywordHistory,
  Summary,
  ProjectOverview,
  SlotRun,
  NewRule,
  Rule,
  AlertDelivery,
  TrackingAlert,
  TrackingMessage,
  ShareReport,
];

export const OPENAPI = {
  openapi: '3.0.0',
  info: {
    title: 'Sextant',
    version: '1.0',
    description:
      'Search result pages, keyword volumes, AI answers, WHOIS and site technologies behind one contract: create a job, then fetch it by id or receive a callback. ' +
      'Keys that begin with `sxt_test_` use the built-in sandbox and never reach the network.\n\n' +
      'Not described here, because other documents define them: the [compatibility endpoints](docs/guide/compatibility), which follow the documentation of other providers; ' +
      'the [MCP server](docs/guide/mcp) at `/mcp`, which follows the Model Context Protocol; the dashboard at `/` and the [guide](docs/guide).\n\n' +
      'Every operation can also fail before it is reached: 408 when a request arrives too slowly, 431 when its headers are longer than 16 KiB, and 400, 429 or 503 for a connection that is invalid or one too many. ' +
      'These have the body of `Error`, too. A path that does not exist returns 404, and another method 405 with `Allow`.',
    contact: { name: 'The operator of this service' },
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
  },
  servers: [{ url: '/', description: 'This service.' }],
  components: {
    securitySchemes: {
      apikey: { type: 'apiKey' as const, in: 'query' as const, name: 'apikey', description: 'A key of an account, as a query parameter.' },
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'The same key as a header.',
      },
      admin: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'The admin token of the service or of an operator.',
      },
    },
  },
  security: [{ bearer: [] }, { apikey: [] }] as Record<string, string[]>[],
  tags: [
    { name: 'serp', description: 'Search result pages.' },
    { name: 'keyword', description: 'Search volumes and suggestions.' },
    { name: 'ai', description: 'Prompts and page analyses.' },
    { name: 'lookups', description: 'WHOIS and technologies, returned at once.' },
    { name: 'objects', description: 'Objects of all kinds: lists, exports and timelines.' },
    { name: 'account', description: 'The account and its credits.' },
    { name: 'events', description: 'Finished objects, in order.' },
    { name: 'tracking', description: 'Projects, tracked keywords, their rank history and alerts.' },
    { name: 'regions', description: 'Regions for requests.' },
    { name: 'operator', description: 'Accounts, keys, credits and deliveries. Needs the admin token.' },
    { name: 'health', description: 'Health checks and metrics for load balancers and monitoring.' },
  ],
};
