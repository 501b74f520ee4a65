import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureWebBuilt } from './web-build.ts';

const libraries = path.resolve(import.meta.dirname, '../../../node_modules');
let root: string;

beforeEach(() => {
  // In a real place: the page is found relative to it.
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'edulab-web-')));
  fs.mkdirSync(path.join(root, 'platform/web'), { recursive: true });
  fs.writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/platform/web/main.ts"></script>');
  write('console.log("first")');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const write = (code: string): void => fs.writeFileSync(path.join(root, 'platform/web/main.ts'), code);
const withVite = (): void => fs.symlinkSync(libraries, path.join(root, 'node_modules'));
const built = (folder: string): string =>
  fs
    .readdirSync(path.join(folder, 'assets'))
    .map((file) => fs.readFileSync(path.join(folder, 'assets', file), 'utf8'))
    .join('\n');

describe('the web part', { timeout: 60_000 }, () => {
  it('is built when its sources changed, and only then', async () => {
    withVite();
    const [folder, same] = await Promise.all([ensureWebBuilt(root), ensureWebBuilt(root)]);
    expect(same).toBe(folder);
    expect(built(folder)).toContain('first');
    const made = fs.statSync(path.join(folder, 'index.html')).mtimeMs;
    await ensureWebBuilt(root);
    expect(fs.statSync(path.join(folder, 'index.html')).mtimeMs).toBe(made);
    write('console.log("second")');
    expect(built(await ensureWebBuilt(root))).toContain('second');
  });

  it('is kept when the new sources are broken', async () => {
    withVite();
    const folder = await ensureWebBuilt(root);
    write('import "../missing.ts"');
    await expect(ensureWebBuilt(root)).rejects.toThrow('The web part could not be built');
    expect(built(folder)).toContain('first');
  });

  it('is served as it came where there is no builder', async () => {
    await expect(ensureWebBuilt(root)).rejects.toThrow('vite is not installed');
    fs.mkdirSync(path.join(root, 'dist/web'), { recursive: true });
    fs.writeFileSync(path.join(root, 'dist/web/index.html'), 'old');
    expect(await ensureWebBuilt(root)).toBe(path.join(root, 'dist/web'));
  });
});
