// All checks, in the order of docs/tested-with.md.
import type { CompatibilityCheck } from './check.ts';

export const CHECKS: readonly CompatibilityCheck[] = [];
