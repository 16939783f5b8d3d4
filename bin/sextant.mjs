#!/usr/bin/env node
// The `sextant` command. In a checkout it prepares what is missing first. An installed package is complete.
import { existsSync } from 'node:fs';

const SETUP = new URL('../scripts/setup.mjs', import.meta.url);
if (existsSync(SETUP)) {
  const { build, install, setUp } = await import(SETUP.href);
  await setUp(install, build);
}
await import(new URL('../dist/main.js', import.meta.url).href);
