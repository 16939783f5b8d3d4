// All checks, in the order of docs/tested-with.md.
import type { CompatibilityCheck } from './check.ts';
import { PROXY_CHECKS } from './checks/proxies.ts';

export const CHECKS: readonly CompatibilityCheck[] = [...PROXY_CHECKS];
import { MCP_CHECKS } from './checks/mcp.ts';

export const CHECKS: readonly CompatibilityCheck[] = [...MCP_CHECKS];
