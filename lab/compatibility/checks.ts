// All checks, in the order of docs/tested-with.md.
import type { CompatibilityCheck } from './check.ts';
import { DATAFORSEO_CHECKS } from './checks/dataforseo.ts';
import { DEBIAN_CHECKS } from './checks/debian.ts';
import { EXPORT_CHECKS } from './checks/exports.ts';
import { IMAGE_CHECKS } from './checks/images.ts';
import { KUBERNETES_CHECKS } from './checks/kubernetes.ts';
import { MCP_CHECKS } from './checks/mcp.ts';
import { OPENAPI_CHECKS } from './checks/openapi.ts';
import { PACKAGE_CHECKS } from './checks/packages.ts';
import { PROMETHEUS_CHECKS } from './checks/prometheus.ts';
import { PROXY_CHECKS } from './checks/proxies.ts';
import { PYTHON_CHECKS } from './checks/python.ts';
import { RECORDED_CHECKS } from './checks/recorded-clients.ts';
import { SERPAPI_CHECKS } from './checks/serpapi.ts';
import { SERPER_CHECKS } from './checks/serper.ts';
import { SYSTEMD_CHECKS } from './checks/systemd.ts';
import { TRACE_CHECKS } from './checks/traces.ts';

export const CHECKS: readonly CompatibilityCheck[] = [
  ...SERPAPI_CHECKS,
  ...SERPER_CHECKS,
  ...DATAFORSEO_CHECKS,
  ...RECORDED_CHECKS,
  ...MCP_CHECKS,
  ...PACKAGE_CHECKS,
  ...PYTHON_CHECKS,
  ...EXPORT_CHECKS,
  ...PROXY_CHECKS,
  ...IMAGE_CHECKS,
  ...KUBERNETES_CHECKS,
  ...SYSTEMD_CHECKS,
  ...DEBIAN_CHECKS,
  ...OPENAPI_CHECKS,
  ...PROMETHEUS_CHECKS,
  ...TRACE_CHECKS,
];
