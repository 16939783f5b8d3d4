// Runs before `npm pack`: installs the packages that the checkout misses.
import { install, setUp } from './setup.mjs';

await setUp(install);
