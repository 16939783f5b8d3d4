// Rules for credits: one charge per object, a reversal exactly when it was faulty, and sums that always agree.

import type { Index, Rule } from './invariants.ts';

export const creditRules: readonly Rule[] = [
  ['every object is charged once, at its price', charges],
  ['nothing is charged without an object', chargesWithoutObject],
  ['reversed exactly when faulty', reversals],
  [
    'balance = sum of the ledger = sum of the lots',
    ({ money, drift }) => [
      ...money
        .filter(({ lots, ledger }) => lots !== ledger)
        .map(({ account_id, lots, ledger }) => `account ${account_id}: lots ${lots}, ledger ${ledger}`),
      ...drift.slice(0, 5).map(({ account_id, lots, ledger }) => `account ${account_id} while running: lots ${lots}, ledger ${ledger}`),
    ],
  ],
  ['hour limits count what was charged', limits],
];

function charges({ objects, ledger }: Index): string[] {
  const charged = new Map<string, string[]>();
  for (const { ref, kind, amount } of ledger) if (kind === 'charge') charged.set(ref, [...(charged.get(ref) ?? []), amount]);
  return objects
    .filter(({ id, cost }) => {
      const amounts = charged.get(id) ?? [];
      return amounts.length !== 1 || Number(amounts[0]) !== -Number(cost);
    })
    .map(({ id }) => `${id}: ${(charged.get(id) ?? []).length} charges`);
}

/** Lookups have no object. There are as many charges as answers, plus at most those whose answer was lost. */
function chargesWithoutObject({ objectById, ledger, history, accounts }: Index): string[] {
  const loose = ledger.filter(({ ref, kind }) => kind === 'charge' && !objectById.has(ref));
  const elsewhere = loose.filter(({ account_id }) => account_id !== accounts.lookup.id).map(({ ref }) => ref);
  const paid = loose.length - elsewhere.length;
  const answered = history.lookups.filter(({ status }) => status === 200).length;
  const unsure = history.lookups.filter(({ status }) => status === null || status === 0 || status >= 500).length;
  if (paid < answered || paid > answered + unsure) elsewhere.push(`${answered} lookups answered, ${unsure} unsure, ${paid} charged`);
  return elsewhere;
}

function reversals({ objects, ledger, ended }: Index): string[] {
  const reversed = new Map<string, number[]>();
  for (const { ref, kind, amount } of ledger) if (kind === 'reversal') reversed.set(ref, [...(reversed.get(ref) ?? []), Number(amount)]);
  const wrong = objects
    .filter(({ id, cost }) => {
      const amounts = reversed.get(id) ?? [];
      const faulty = ended.get(id)?.at(-1) === true;
      return faulty ? amounts.length !== 1 || amounts[0] !== Number(cost) : amounts.length > 0;
    })
    .map(({ id }) => `${id}: ${ended.get(id)?.at(-1) ? 'faulty' : 'not faulty'}, ${(reversed.get(id) ?? []).length} reversals`);
  const known = new Set(objects.map(({ id }) => id));
  return [...wrong, ...[...reversed.keys()].filter((id) => !known.has(id))];
}

function limits({ spend, ledger, accounts }: Index): string[] {
  const { id } = accounts.limited;
  const charged = -ledger.filter(({ account_id }) => account_id === id).reduce((sum, { amount }) => sum + Number(amount), 0);
  const counted = Number(spend.find(({ account_id }) => account_id === id)?.credits ?? 0);
  return charged === counted ? [] : [`charged ${charged}, counted ${counted}`];
}
