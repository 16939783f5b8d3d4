// All checks, in the order of docs/tested-with.md.
import type { CompatibilityCheck } from './check.ts';
import { MCP_CHECKS } from './checks/mcp.ts';
import { PACKAGE_CHECKS } from './checks/packages.ts';
import { PROMETHEUS_CHECKS } from './checks/prometheus.ts';
import { PROXY_CHECKS } from './checks/proxies.ts';

export const CHECKS: readonly CompatibilityCheck[] = [...MCP_CHECKS, ...PACKAGE_CHECKS, ...PROXY_CHECKS, ...PROMETHEUS_CHECKS];
