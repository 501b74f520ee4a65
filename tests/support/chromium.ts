import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser that can be started here: the program and the environment that it needs on top of ours. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The browser of the journeys. `CHROMIUM_PATH` names an installed one; otherwise the one from the package is unpacked,
 * once per version, so that the same browser with the same fonts draws on every machine and nothing is installed.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') return installedChromium();
  const folder = await unpack();
  const executablePath = join(folder, 'chromium');
  const env: Record<string, string> = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  if (needsLibraries(executablePath)) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  return { executablePath, env };
}

/** The package is built for one system only; elsewhere a developer's own browser does. */
function installedChromium(): Chromium {
  const usual = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find((path) => existsSync(path));
  if (!usual) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH to its program');
  return { executablePath: usual, env: {} };
}

async function unpack(): Promise<string> {
  const packed = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..');
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const owner = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `edulab-chromium-${version}-${owner}`);
  if (existsSync(folder)) return folder;

  // The package unpacks into the temporary folder of the moment. Unpacked aside and renamed when complete, so that a
  // run that starts meanwhile, or one that was killed half-way, never leaves half a browser.
  const aside = await mkdtemp(join(tmpdir(), 'edulab-chromium-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = aside;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    const bin = join(packed, 'bin');
    await Promise.all(['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(join(bin, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await mkdir(join(aside, 'fonts-cache'));
  // The package's own font configuration names folders that exist only where it was made for.
  await writeFile(join(aside, 'fonts.conf'), fontConfiguration(folder));
  await rename(aside, folder).catch(async (error) => {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/** Whether the machine lacks libraries that the browser is linked with; the package brings a set for this case. */
function needsLibraries(executablePath: string): boolean {
  try {
    return execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}
