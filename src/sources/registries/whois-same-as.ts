// Resolves contacts that refer to another one in words: `Same as registrant`.
import type { ContactRole } from './record.ts';
import { type Draft, newDraft } from './whois-block.ts';
import { copy } from './whois-draft.ts';
import { roleOf } from './whois-keys.ts';
import { labelOf } from './whois-labels.ts';

/** A reference, and the contact that it names. In the languages of registries. */
const REFERENCE = new RegExp(
  '^\\W{0,3}(?:(?:the |el |o |le |il )?(?:same|mism[oa]|mesm[oa]|m[eê]me|stess[oa])(?: (?:as|que|di|del))?|identical (?:to|with)|' +
    'igual (?:que|al?|ao)|idem(?: que)?|identique|identisch mit|gleich|siehe|see|as|comme|wie|come) ' +
    "(?:for |at |de |[àa] )?(?:the |el |al |la |le |au |du |il |o |do |der |die |dem )?([\\p{L} '-]{4,40}?)\\W{0,3}$",
  'iu',
);
/** A contact may refer to one that refers to a third. */
const STEPS_MAX = 3;

/** Returns the role in `Same as registrant`, or null for any other text. */
function referenceIn(value: string | null): ContactRole | null {
  const named = value === null ? undefined : REFERENCE.exec(value)?.[1];
  const role = named === undefined ? null : roleOf(labelOf(named));
  return role?.rest === '' ? role.role : null;
}

/** Replaces references by the fields of the contact that they name. */
export function resolveReferences(drafts: Map<ContactRole, Draft>): void {
  for (let step = 0; step < STEPS_MAX; step++)
    for (const [role, draft] of drafts) {
      const named = referenceIn(draft.name ?? draft.org);
      const target = named === null || named === role ? undefined : drafts.get(named);
      if (target === undefined || referenceIn(target.name ?? target.org) !== null) continue;
      const own: Draft = { ...draft, name: null, org: draft.org === draft.name ? null : draft.org };
      const resolved = newDraft();
      copy(own, resolved);
      copy(target, resolved);
      drafts.set(role, resolved);
    }
}
