// Ids of the operations, after which generators name their functions, and descriptions of operations whose summary is not enough.

/** By method and path. An operation that is missing here gets an id from its path. */
const NAMES: Readonly<Record<string, readonly [id: string, description?: string]>> = {
  'POST /serp/new': ['createSerp'],
  'POST /serp/new/list': [
    'createSerps',
    'Up to 1000 requests, all or none: a 400 names the wrong one, such as `[3].keyword`. Equal items become one object, which is listed once, or once per item with the header `Sextant-Repeat-Equal: true`. Always asynchronous.',
  ],
  'GET /serp/{id}': ['getSerp', '`data` is null until `ready` is true.'],
  'DELETE /serp/{id}': ['removeSerp'],
  'POST /serp/list': ['getSerps'],
  'POST /keyword/new': ['createKeyword', 'Volumes of 1 to 20 keywords, one row per keyword, in the same order.'],
  'POST /keyword/new/list': [
    'createKeywords',
    'Up to 1000 requests, all or none: a 400 names the wrong one. Equal items: as for `POST /serp/new/list`.',
  ],
  'GET /keyword/{id}': ['getKeyword', '`data` is null until `ready` is true.'],
  'DELETE /keyword/{id}': ['removeKeyword'],
  'POST /keyword/list': ['getKeywords'],
  'POST /ai/seo-analysis': [
    'createSeoAnalysis',
    'Fetches and measures the page, and the model rates it. Always asynchronous: fetch the object by its id, or send `callback`.',
  ],
  'POST /ai/send-prompt': ['createPrompt', 'Always asynchronous: fetch the object by its id, or send `callback`.'],
  'GET /ai/{id}': ['getAiResponse', 'Finished when `ready` is true. If it failed, `error` says why, and its credits are refunded.'],
  'POST /ai/list': ['getAiResponses'],
  'GET /whois/{domain}': [
    'lookUpWhois',
    'Accepts a domain, a host below a domain, or an IP address. For an unregistered domain, `registered` is false.',
  ],
  'GET /technologies/{domain}': ['lookUpTechnologies', 'Reads the homepage and the DNS records of the domain.'],
  'GET /user': ['getUser', 'In the mode of the key.'],
  'GET /heartbeat': ['checkKey', 'Free.'],
  'GET /objects': [
    'listObjects',
    'Send `next` as `after` to get the next page. A page may have fewer items than `limit` before the list ends.',
  ],
  'GET /objects/export': ['exportObjects'],
  'GET /objects/{id}/life': [
    'getTimeline',
    'Created, charged, queued, started, each attempt, completed, refunded, called back, with ledger rows and deliveries.',
  ],
  'GET /objects/{id}/stream': ['streamTimeline'],
  'GET /objects/{id}/deliveries': [
    'getDeliveries',
    'What was sent and what the receiver returned: headers, the first KB of the body, and durations.',
  ],
  'POST /objects/{id}/resend': ['resendCallback', 'The object must be finished and have a callback.'],
  'GET /ranks': ['getRanks'],
  'GET /objects/{id}/images': ['getImageLinks'],
  'GET /usage': ['getUsage', 'By day, kind and engine, with the remaining credit grants and how much of each limit is used.'],
  'POST /quote': ['getQuote'],
  'GET /events': ['listEvents'],
  'GET /events/stream': ['streamEvents'],
  'POST /tracking/forecast': ['forecastTracking'],
  'GET /projects': ['listProjects'],
  'POST /projects': ['createProject'],
  'POST /projects/demo': ['createDemoProject'],
  'GET /projects/{id}': ['getProject', 'With its state, its next slot and its price per month.'],
  'PATCH /projects/{id}': ['changeProject'],
  'DELETE /projects/{id}': ['removeProject', 'Also removes its keywords and share links.'],
  'POST /projects/{id}/run': ['runProject'],
  'GET /projects/{id}/runs': ['listRuns'],
  'GET /projects/{id}/notes': ['listNotes', 'Charts show them as flags.'],
  'POST /projects/{id}/notes': ['createNote'],
  'DELETE /projects/{id}/notes/{noteId}': ['removeNote', 'Charts no longer show it.'],
  'GET /projects/{id}/keywords': [
    'listTrackedKeywords',
    'Send `next` as `after` to get the next page. One page has at most 10,000 keywords.',
  ],
  'POST /projects/{id}/keywords': ['addTrackedKeywords'],
  'PATCH /projects/{id}/keywords': ['changeTrackedKeywords'],
  'POST /projects/{id}/keywords/remove': ['removeTrackedKeywords'],
  'GET /projects/{id}/keywords/{keywordId}': ['getTrackedKeyword', 'With its newest position and the changes within 1, 7 and 30 days.'],
  'POST /projects/{id}/import': ['importTrackedKeywords'],
  'POST /projects/{id}/volumes': ['orderVolumes'],
  'GET /projects/{id}/keywords/{keywordId}/history': ['getKeywordHistory'],
  'GET /projects/{id}/history': ['getProjectHistory'],
  'GET /projects/{id}/summary': ['getSummary', 'By day, week or month, with features, cannibalised keywords and ranking pages.'],
  'GET /projects/{id}/export': ['exportProject'],
  'GET /projects/{id}/rules': ['listRules', 'All rules of the project.'],
  'POST /projects/{id}/rules': ['createRule'],
  'PUT /projects/{id}/rules/{ruleId}': ['replaceRule', 'The body replaces the earlier rule.'],
  'DELETE /projects/{id}/rules/{ruleId}': ['removeRule', 'Its alerts stay.'],
  'GET /projects/{id}/delivery': ['getAlertDelivery', 'Webhook, emails, digest and quiet hours.'],
  'PUT /projects/{id}/delivery': ['setAlertDelivery', 'The body replaces the earlier one. The webhook receives a `TrackingMessage`.'],
  'GET /projects/{id}/alerts': ['listProjectAlerts', 'Send `next` as `after` to get the next page.'],
  'GET /tracking/alerts': ['listAlerts', 'Send `next` as `after` to get the next page.'],
  'POST /tracking/alerts/read': ['markAlertsRead', 'By their ids.'],
  'POST /projects/{id}/alerts/{alertId}/resend': ['resendAlert', 'To all of its targets. An alert without a message gets 404.'],
  'GET /projects/{id}/shares': ['listShares', 'Without their tokens, with the time of their last use.'],
  'POST /projects/{id}/shares': ['createShare'],
  'DELETE /projects/{id}/shares/{shareId}': ['revokeShare', 'It stops working at once.'],
  'GET /share/{token}': ['getShareReport'],
  'GET /share/{token}/ranks.csv': ['getShareRanks'],
  'GET /region/list': ['listRegions', 'Best match first.'],
  'POST /admin/accounts': ['createAccount', 'Keys and webhook secret are shown only in this response.'],
  'GET /admin/accounts': ['listAccounts', 'All accounts of the service.'],
  'POST /admin/accounts/{id}/feed': ['setFeed'],
  'POST /admin/accounts/{id}/credits': ['grantCredits', 'The default of `mode` is `live`. Without `expiresAt`, they do not expire.'],
  'GET /admin/accounts/{id}/ledger': ['getLedger', 'Charges, reversals, grants and expiries.'],
  'POST /admin/accounts/{id}/keys': ['createKey', 'The key is shown only in this response, with its public part.'],
  'GET /admin/accounts/{id}/keys': ['listKeys', 'By their public parts, with their restrictions and their last use.'],
  'DELETE /admin/keys/{keyId}': ['revokeKey', 'By its public part. It stops working within 5 seconds.'],
  'GET /admin/audit': ['getAudit', 'Says also whether the log is intact.'],
  'GET /admin/deliveries': ['getObjectDeliveries', 'The attempts for one callback.'],
  'POST /admin/deliveries/{objectId}/resend': ['resendObjectCallback', 'Sends it again now.'],
  'POST /admin/objects/{objectId}/reparse': ['reparseObject', 'Needs a SERP with `saveRawData`.'],
  'GET /admin/accounts/{id}': ['getAccount', 'With its limits, rates and prices.'],
  'PATCH /admin/accounts/{id}': ['changeAccount'],
  'GET /admin/accounts/{id}/usage': ['getAccountUsage', 'The same as `GET /usage` of that account.'],
  'GET /admin/delivery-log': ['listDeliveries', 'Send `next` as `after` to get the next page.'],
  'POST /admin/delivery-log/resend': ['resendFailingCallbacks'],
  'GET /admin/objects/{id}/deliveries': [
    'getDeliveriesAsOperator',
    'The same as `GET /objects/{id}/deliveries`, for objects of all accounts. Credentials and signatures are hidden.',
  ],
  'GET /admin/objects': ['listObjectsAsOperator', 'The same as `GET /objects`, for one account or all.'],
  'GET /admin/objects/export': ['exportObjectsAsOperator', 'The same as `GET /objects/export`, for one account or all.'],
  'GET /admin/objects/{id}/life': ['getTimelineAsOperator', 'The same as `GET /objects/{id}/life`, for objects of all accounts.'],
  'GET /admin/objects/{id}/stream': ['streamTimelineAsOperator', 'The same as `GET /objects/{id}/stream`, for objects of all accounts.'],
  'POST /admin/operators': ['createOperator'],
  'GET /admin/operators': [
    'listOperators',
    'With the times when each was created, last used and revoked. `you` is the operator of the token.',
  ],
  'DELETE /admin/operators/{id}': ['revokeOperator'],
  'GET /admin/overview': ['getOverview'],
  'GET /admin/settings': ['listSettings', 'With the description of each.'],
  'GET /admin/fleet': ['getFleet'],
  'POST /admin/fleet/{node}/drain': ['drainNode'],
  'POST /admin/fleet/{node}/resume': ['resumeNode'],
  'GET /admin/series': ['getSeries'],
  'GET /admin/cross-checks': ['getCrossChecks'],
  'GET /admin/layouts': ['listLayouts'],
  'GET /admin/cases': ['listCases'],
  'GET /admin/cases/{id}': ['getCase'],
  'GET /admin/cases/{id}/pages/{n}': ['downloadCasePage'],
  'POST /admin/cases/{id}/dismiss': ['dismissCase'],
  'POST /admin/cases/{id}/reopen': ['reopenCase'],
  'GET /admin/alerts': ['listServiceAlerts'],
  'POST /admin/alerts/{id}/acknowledge': ['acknowledgeAlert'],
  'POST /admin/alerts/{id}/silence': ['silenceAlert'],
  'GET /admin/sources': ['listSources', '`advice` says what to change.'],
  'POST /admin/sources/{engine}/{source}/disable': ['disableSource'],
  'POST /admin/sources/{engine}/{source}/enable': ['enableSource'],
  'POST /admin/sources/{engine}/test': ['testSource'],
  'GET /healthz': ['getHealth', 'Needs no key.'],
  'GET /readyz': ['getReadiness'],
  'GET /metrics': ['getMetrics'],
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** Such as `postSerpNewList`, and `getSerpById` for a parameter. */
const derivedId = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9{]+/).filter(Boolean)]
    .map((word, place) => (place === 0 ? word : word.startsWith('{') ? `By${capitalised(word.slice(1))}` : capitalised(word)))
    .join('');

export interface OperationName {
  readonly id: string;
  readonly description: string | undefined;
}

export function operationName(method: string, path: string): OperationName {
  const [id, description] = NAMES[`${method.toUpperCase()} ${path}`] ?? [derivedId(method, path)];
  return { id, description };
}

export const NAMED_OPERATIONS: readonly string[] = Object.keys(NAMES);
