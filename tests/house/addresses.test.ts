// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the sources that are read
import { describe, expect, test } from 'vitest';
import type { Domain } from '#platform/web/domain.ts';
import { platformDomain } from '#platform/web/platform-domain.ts';
import { addressesIn, leadsTo, paramsRead } from './addresses.ts';
import { repositoryFiles } from './files.ts';

/** Every address that a source writes leads to a page that some domain declares, with all that its path needs. */

const faces = import.meta.glob<Record<string, Domain>>('../../domains/*/web/index.{ts,tsx}', { eager: true });
const domains = [platformDomain, ...Object.values(faces).flatMap((face) => Object.values(face))].filter((value) =>
  Array.isArray(value?.pages),
);
const pages = domains.flatMap(({ name, pages: own }) => own.map((page) => ({ domain: name, ...page })));
const paths = ['/', ...pages.map(({ path }) => path)];
const files = repositoryFiles();

describe('addresses of pages', () => {
  test('lead to pages that there are', () => {
    const astray: string[] = [];
    let seen = 0;
    for (const [path, text] of files)
      for (const address of addressesIn(path, text)) {
        seen += 1;
        if (!leadsTo(paths, address)) astray.push(`${path}: no page stands at ${address}`);
      }
    expect(astray).toEqual([]);
    expect(seen).toBeGreaterThan(250);
  });

  test('name the parameters that their pages read', () => {
    const astray: string[] = [];
    let seen = 0;
    for (const [path, text] of files)
      for (const { name, optional } of paramsRead(path, text)) {
        seen += 1;
        // Where one page of several has it, whoever reads it must do without.
        const opening = pages.filter(({ domain, component }) => {
          const imported = /["']([^"']+\.tsx)["']/.exec(String(component))?.[1]?.replace(/^(?:\.\/|\/)/, '');
          return imported && path.startsWith(`domains/${domain}/`) && path.endsWith(imported);
        });
        const having = opening.filter((page) => page.path.includes(`{${name}}`));
        if (having.length === 0 || (!optional && having.length < opening.length))
          astray.push(`${path}: ${name} is no parameter of ${opening.map((page) => page.path).join(', ') || 'a page'}`);
      }
    expect(astray).toEqual([]);
    expect(seen).toBeGreaterThan(10);
  });
});

describe('the rule itself', () => {
  const some = ['/', '/students', '/students/{student_id}', '/{category}/student-info', '/course/{course_id}/plan'];
  const one = (source: string) => addressesIn('domains/x/web/a.tsx', source);

  test('finds addresses wherever they are written', () => {
    expect(one('const a = <Link to="/students" />;')).toEqual(['/students']);
    expect(one('go({ to: open ? `/students/${row.id}?tab=a` : "/stu" });')).toEqual(['/students/{}', '/stu']);
    expect(one('const list = `/students${query}`;')).toEqual(['/students']);
    expect(one("api('GET', '/student/'); import('/x.tsx'); path.startsWith('/master');")).toEqual([]);
    expect(addressesIn('domains/x/server/a.ts', "notify(call, who, { type: 'x', link: '/stu' });")).toEqual(['/stu']);
    // The installation's own address stands before it in mails.
    expect(addressesIn('domains/x/server/a.ts', 'const url = `${settings.publicUrl}/stu?a=1`;')).toEqual(['/stu']);
  });

  test('refuses unknown pages and missing parameters', () => {
    for (const good of ['/', '/students', '/students/{}', '/students/7', '/student/student-info', '/course/{}/plan'])
      expect(leadsTo(some, good), good).toBe(true);
    for (const wrong of [
      '/student',
      '/students/',
      '/students/abc',
      '/course/plan',
      '/course/{}',
      '/students/$student_id',
    ])
      expect(leadsTo(some, wrong), wrong).toBe(false);
  });
});
