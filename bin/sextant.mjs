#!/usr/bin/env node
// The `sextant` command: prepares the checkout, then runs the given command.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from '../scripts/setup.mjs';

await setUp(install, build);
await import(pathToFileURL(path.join(ROOT, 'dist', 'main.js')).href);
