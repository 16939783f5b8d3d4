// Budgets of agent sessions, stored in the database because any process may serve any message.
import type { Db } from '../../platform/db.ts';

/** A session's budget, as of the last query. */
export interface SessionBudget {
  readonly budget: number;
  readonly left: number;
  /**
   * Reserves credits before they are spent. Returns false when the budget does not cover them. `force` reserves them
   * anyway, because they were already spent.
   */
  reserve(credits: number, force?: boolean): Promise<boolean>;
  release(credits: number): Promise<void>;
}

export interface AgentSessions {
  /** Starts or continues a session. The first budget stays in force. */
  open(keyId: string, name: string, budget: number): Promise<SessionBudget>;
  /** Returns null when this key has no such session, or when it expired. */
  find(keyId: string, name: string): Promise<SessionBudget | null>;
}

const OPEN = { name: 'open_agent_session', text: 'select budget, spent from open_agent_session($1, $2, $3)' };
const FIND = {
  name: 'find_agent_session',
  text: 'update agent_sessions set seen_at = now() where key_id = $1 and name = $2 returning budget, spent',
};
const RESERVE = {
  name: 'take_from_agent_session',
  text: `update agent_sessions set spent = greatest(0, spent + $3), seen_at = now()
    where key_id = $1 and name = $2 and ($4 or spent + $3 <= budget) returning spent`,
};

interface Row {
  readonly budget: number;
  readonly spent: number;
}

export function createAgentSessions(db: Db): AgentSessions {
  const sessionBudgetOf = (keyId: string, name: string, row: Row): SessionBudget => {
    let { spent } = row;
    const change = async (credits: number, force: boolean): Promise<boolean> => {
      const [after] = await db.query<{ spent: number }>(RESERVE, [keyId, name, credits, force]);
      spent = after?.spent ?? spent;
      return after !== undefined;
    };
    return {
      budget: row.budget,
      get left() {
        return Math.max(0, row.budget - spent);
      },
      reserve: (credits, force = false) => change(credits, force),
      release: async (credits) => void (await change(-credits, true)),
    };
  };
  return {
    open: async (keyId, name, budget) => {
      const [row] = await db.query<Row>(OPEN, [keyId, name, budget]);
      return sessionBudgetOf(keyId, name, row!);
    },
    find: async (keyId, name) => {
      const [row] = await db.query<Row>(FIND, [keyId, name]);
      return row ? sessionBudgetOf(keyId, name, row) : null;
    },
  };
}
