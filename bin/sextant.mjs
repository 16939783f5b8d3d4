#!/usr/bin/env node
// The `sextant` command: makes the checkout ready, then runs the verb.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from '../scripts/setup.mjs';

await setUp(install, build);
await import(pathToFileURL(path.join(ROOT, 'dist', 'main.js')).href);
