// All checks, in the order of docs/tested-with.md.
import type { CompatibilityCheck } from './check.ts';
import { MCP_CHECKS } from './checks/mcp.ts';
import { PROXY_CHECKS } from './checks/proxies.ts';

export const CHECKS: readonly CompatibilityCheck[] = [...MCP_CHECKS, ...PROXY_CHECKS];
import { PACKAGE_CHECKS } from './checks/packages.ts';

export const CHECKS: readonly CompatibilityCheck[] = [...PACKAGE_CHECKS];
