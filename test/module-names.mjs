// Prints the URL of every ES module that a process loads. Used as `node --import test/module-names.mjs`.
import { register } from 'node:module';

/** The hooks run in a thread, so they print directly. */
const HOOKS = `
  import { writeSync } from 'node:fs';
  export function load(url, context, nextLoad) {
    writeSync(2, 'module ' + url + '\\n');
    return nextLoad(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
