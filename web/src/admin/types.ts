// Response types of the admin API that several admin pages share.
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly createdAt: string;
  readonly limit?: {
    readonly hour?: number | null;
    readonly day?: number | null;
    readonly action?: string;
    readonly chargeMultiplier?: number;
  };
  readonly rates?: { readonly perMinute?: number | null; readonly burst?: number | null };
  readonly archive?: boolean;
  readonly maxResults?: number;
  readonly balance?: { readonly live: number; readonly test: number };
  readonly prices?: Readonly<Record<string, number>>;
  readonly notes?: string;
}
