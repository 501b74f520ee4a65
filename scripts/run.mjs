// Runs a TypeScript file of Edulab under its own Node, from the `scripts` of package.json:
//   exec node scripts/run.mjs start.ts [flags]
// Flags for Node itself are handed on. The server's young generation is kept at 16 MB (three times as large, as Node would
// have it, it answers no faster and holds 100 MB more), and its heap is swept when it has grown by 40 % (else by up to
// 300 %, which is another 120 MB of what nobody needs any more).
// Written for any Node from 12 on: it must be able to say that a Node is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const script = process.argv[2];
const own = join(root, 'node_modules', '.bin', 'node');

if (!script) {
  console.error('Usage: node scripts/run.mjs <file.ts> [flags]');
  process.exit(1);
} else if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  // npm puts node_modules/.bin first, so this usually is Edulab's own Node already: no second process.
  process.argv.splice(1, 2, resolve(root, script));
  // What was made of TypeScript is kept, so that the next start needs no compiler: sooner, and 70 MB less.
  modules.enableCompileCache?.(join(root, 'node_modules', '.cache', 'edulab'));
  resolveDrizzleOnce();
  import(pathToFileURL(process.argv[1]).href).catch((error) => {
    console.error(error);
    process.exit(1);
  });
} else if (existsSync(own)) {
  const child = spawn(own, [...process.execArgv, resolve(root, script), ...process.argv.slice(3)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`its own Node does not run here (${error.message})`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
} else {
  fail(
    `its own Node is not installed (npm ci without --omit=optional brings it where there is one for ${process.platform}-${process.arch})`,
  );
}

// Node parses the list of what a package exports at every import of it, twice. That of drizzle-orm has 180 KB, and 400 files
// import it: a third of what a start costs. What was found the first time is kept.
function resolveDrizzleOnce() {
  const found = new Map();
  modules.registerHooks?.({
    resolve(specifier, context, next) {
      const inside = context.parentURL?.includes('/node_modules/drizzle-orm/');
      if (inside && specifier.startsWith('.') && context.conditions.includes('import'))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
      if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
      const key = `${specifier} ${context.conditions.join()}`;
      if (!found.has(key)) found.set(key, { ...next(specifier, context), shortCircuit: true });
      return found.get(key);
    },
  });
}

function fail(reason) {
  console.error(`Edulab cannot start: it needs Node ${NEEDED} or newer, this is ${process.version}, and ${reason}.`);
  process.exit(1);
}
