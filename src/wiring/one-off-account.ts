// The stand-in account of queries without an account: commands, tests of sources, and canaries.

/** A stand-in account. It has only the limits of the contract. */
export const ONE_OFF_ACCOUNT = {
  id: 0,
  keyId: '',
  contract: 'current',
  archive: false,
  maxResults: 100,
  limitAction: 'reject',
  chargeMultiplier: 1,
  ratePerMinute: null,
  rateBurst: null,
  prices: {},
} as const;
