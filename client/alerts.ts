// Alerts, notes and share links of a project.
import type { CreateOptions } from './objects.ts';
import { newKey, type Send } from './send.ts';
import type { AlertDelivery, NewRule, Operations, Rule, TrackingAlert } from './types.ts';
import { type CallOptions, callOf } from './wait.ts';

export type Note = Operations['POST /projects/{id}/notes']['answer'];
export type NewNote = Operations['POST /projects/{id}/notes']['body'];
export type Share = Operations['POST /projects/{id}/shares']['answer'];
export type NewShare = Operations['POST /projects/{id}/shares']['body'];

export interface Rules {
  list(project: string, options?: CallOptions): Promise<readonly Rule[]>;
  /** Creates a rule for checks from now on. */
  create(project: string, rule: NewRule, options?: CreateOptions): Promise<Rule>;
  /** Replaces a rule. */
  change(project: string, id: string, rule: NewRule, options?: CallOptions): Promise<Rule>;
  remove(project: string, id: string, options?: CallOptions): Promise<void>;
}

/** Where and when the alerts of a project are delivered. */
export interface Delivery {
  get(project: string, options?: CallOptions): Promise<AlertDelivery>;
  set(project: string, delivery: AlertDelivery, options?: CallOptions): Promise<AlertDelivery>;
}

export interface Alerts {
  /** Yields alerts, newest first. Null: those of all projects. */
  list(project?: string | null, options?: CallOptions): AsyncGenerator<TrackingAlert, void, undefined>;
  /** Marks alerts as read. Returns how many were unread. */
  markRead(ids: readonly string[], options?: CallOptions): Promise<number>;
  /** Sends the message with this alert again. */
  resend(project: string, id: string, options?: CallOptions): Promise<void>;
}

export interface Notes {
  list(project: string, options?: CallOptions): Promise<readonly Note[]>;
  create(project: string, note: NewNote, options?: CreateOptions): Promise<Note>;
  remove(project: string, id: string, options?: CallOptions): Promise<void>;
}

export interface Shares {
  list(project: string, options?: CallOptions): Promise<readonly Share[]>;
  /** Creates a link. Its `token` and `url` are only in this response, and not in one that is repeated by `idempotencyKey`. */
  create(project: string, share: NewShare, options?: CreateOptions): Promise<Share>;
  /** The link stops working at once. */
  revoke(project: string, id: string, options?: CallOptions): Promise<void>;
}

const PAGE_ALERTS = 200;

export const createOf = (options: CreateOptions) => ({ ...callOf(options), idempotencyKey: options.idempotencyKey ?? newKey() });

export const createRules = (send: Send): Rules => ({
  list: async (id, options = {}) => (await send('GET /projects/{id}/rules', { ...callOf(options), path: { id } })).items,
  create: (id, body, options = {}) => send('POST /projects/{id}/rules', { ...createOf(options), path: { id }, body }),
  change: (id, ruleId, body, options = {}) => send('PUT /projects/{id}/rules/{ruleId}', { ...callOf(options), path: { id, ruleId }, body }),
  remove: (id, ruleId, options = {}) => send('DELETE /projects/{id}/rules/{ruleId}', { ...callOf(options), path: { id, ruleId } }),
});

export const createDelivery = (send: Send): Delivery => ({
  get: (id, options = {}) => send('GET /projects/{id}/delivery', { ...callOf(options), path: { id } }),
  set: (id, body, options = {}) => send('PUT /projects/{id}/delivery', { ...callOf(options), path: { id }, body }),
});

export const createAlerts = (send: Send): Alerts => ({
  async *list(id = null, options = {}) {
    for (let after: string | undefined; ; ) {
      const query = { limit: PAGE_ALERTS, ...(after === undefined ? {} : { after }) };
      const call = { ...callOf(options), query };
      const { items, next } = await (id === null
        ? send('GET /tracking/alerts', call)
        : send('GET /projects/{id}/alerts', { ...call, path: { id } }));
      yield* items;
      if (next === null) return;
      after = next;
    }
  },
  markRead: async (ids, options = {}) => (await send('POST /tracking/alerts/read', { ...callOf(options), body: { ids } })).changed,
  resend: (id, alertId, options = {}) => send('POST /projects/{id}/alerts/{alertId}/resend', { ...callOf(options), path: { id, alertId } }),
});

export const createNotes = (send: Send): Notes => ({
  list: async (id, options = {}) => (await send('GET /projects/{id}/notes', { ...callOf(options), path: { id } })).items,
  create: (id, body, options = {}) => send('POST /projects/{id}/notes', { ...createOf(options), path: { id }, body }),
  remove: (id, noteId, options = {}) => send('DELETE /projects/{id}/notes/{noteId}', { ...callOf(options), path: { id, noteId } }),
});

export const createShares = (send: Send): Shares => ({
  list: async (id, options = {}) => (await send('GET /projects/{id}/shares', { ...callOf(options), path: { id } })).items,
  create: (id, body, options = {}) => send('POST /projects/{id}/shares', { ...createOf(options), path: { id }, body }),
  revoke: (id, shareId, options = {}) => send('DELETE /projects/{id}/shares/{shareId}', { ...callOf(options), path: { id, shareId } }),
});
