import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePackage } from '#demo/sample-package.ts';
import { type Entry, zip } from '#demo/zip.ts';
import { registerErrors } from '#platform/server/call/errors.ts';
import { errors } from '../../contract.ts';
import { checkArchive, entryWhole } from './archive.ts';
import { manifestName, plainPackage, readManifest } from './manifest.ts';
import { merge, type Progress, packageResult } from './merge.ts';

let folder: string;
beforeAll(async () => {
  registerErrors(errors);
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let made = 0;
const stored = async (content: Buffer) => {
  const path = join(folder, `${++made}.zip`);
  await writeFile(path, content);
  return path;
};
const refusal = async (entries: Entry[]) =>
  checkArchive(await stored(zip(entries))).then(
    () => 'taken',
    (error: { code: string; data?: { reason?: string } }) => [error.code, error.data?.reason].filter(Boolean).join(' '),
  );

describe('archives', () => {
  it('are read entry by entry', async () => {
    const path = await stored(samplePackage());
    const archive = await checkArchive(path);
    expect([...archive.keys()]).toEqual(['imsmanifest.xml', 'index.html', 'lesson.js', 'style.css']);
    expect((await entryWhole(path, archive.get('lesson.js')!))?.toString()).toContain('LMSInitialize');
  });

  it('are refused for names that lead out, links, doubles and bombs', async () => {
    const page = { name: 'index.html', content: 'x' };
    expect(await refusal([page])).toBe('taken');
    for (const name of ['../evil.html', '/etc/passwd', 'a/../../b', 'C:/windows.html', '..\\evil.html', 'a\0b'])
      expect(await refusal([page, { name, content: 'x' }])).toBe('PACKAGE_UNSAFE path');
    expect(await refusal([page, { name: 'link', content: '/etc/passwd', mode: 0o120777 }])).toBe('PACKAGE_UNSAFE link');
    expect(await refusal([page, page])).toBe('PACKAGE_UNSAFE twice');
    expect(await refusal([page, { name: 'big', content: Buffer.alloc(20_000_000) }])).toBe('PACKAGE_UNSAFE bomb');
    expect(await refusal([{ name: 'index.html', content: Buffer.alloc(500_000), claimed: 10 }])).toBe(
      'PACKAGE_UNSAFE bomb',
    );
    expect(await refusal([{ name: 'index.html', content: 'x', claimed: 700_000_000 }])).toBe('PACKAGE_UNSAFE bomb');
    expect(await refusal(Array.from({ length: 5001 }, (_, i) => ({ name: `f${i}`, content: '' })))).toBe(
      'PACKAGE_TOO_LARGE',
    );
    await expect(checkArchive(await stored(Buffer.from('no zip at all')))).rejects.toMatchObject({
      code: 'BROKEN_FILE',
    });
    const cut = samplePackage();
    await expect(checkArchive(await stored(cut.subarray(0, cut.length - 40)))).rejects.toMatchObject({
      code: 'BROKEN_FILE',
    });
  });
});

const read = (xml: string, names: string[], at = 'imsmanifest.xml') =>
  readManifest(Buffer.from(xml), names, at, 'kurs');
const old = (inside: string, resources: string) =>
  `<?xml version="1.0"?><manifest xmlns:adlcp="x"><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
   <organizations default="B"><organization identifier="A"><title>Boshqa</title></organization><organization identifier="B"><title> Kurs
   nomi </title>${inside}</organization></organizations>${resources}</manifest>`;

describe('manifests', () => {
  it('SCORM 1.2 with one part', async () => {
    const found = await read(
      old(
        '<item identifier="i1" identifierref="r1"><title>Birinchi &amp; oxirgi</title><adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>a=1</adlcp:datafromlms><adlcp:maxtimeallowed>0001:30:00.5</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,no message</adlcp:timelimitaction></item>',
        '<resources><resource identifier="r1" adlcp:scormtype="sco" href="index.html?x=1"/></resources>',
      ),
      ['imsmanifest.xml', 'index.html'],
    );
    expect(found).toEqual({
      kind: 'SCORM12',
      title: 'Kurs nomi',
      sequencing: null,
      items: [
        {
          id: 'i1',
          title: 'Birinchi & oxirgi',
          path: 'index.html',
          query: '?x=1',
          sco: true,
          mastery: 80,
          data: 'a=1',
          limit: { seconds: 5400, exit: true, message: false },
        },
      ],
    });
  });

  it('several parts in chapters, with parameters, assets and hidden ones', async () => {
    const found = await read(
      old(
        `<item identifier="c"><title>Bob</title><item identifier="a" identifierref="r1" parameters="?p=1"><title>A</title></item>
         <item identifier="b" identifierref="r2"><title>B</title></item></item><item identifier="h" identifierref="r1" isvisible="false"><title>H</title></item>`,
        '<resources><resource identifier="r1" adlcp:scormtype="sco" href="a.html"/><resource identifier="r2" adlcp:scormtype="asset" href="B.HTML"/></resources>',
      ),
      ['a.html', 'b.html'],
    );
    expect(found.items).toMatchObject([
      { id: 'a', path: 'a.html', query: '?p=1', sco: true },
      { id: 'b', path: 'b.html', sco: false },
    ]);
  });

  it('bases of XML, one below the other, and a folder that was packed instead of its content', async () => {
    const found = await read(
      `<manifest xml:base="course/"><metadata><schemaversion>1.2</schemaversion></metadata><organizations><organization identifier="o"><title>T</title>
       <item identifier="i" identifierref="r"><title>T</title></item></organization></organizations>
       <resources xml:base="html/"><resource identifier="r" xml:base="part%201/" adlcp:scormtype="sco" href="../start.html#top"/></resources></manifest>`,
      ['top/course/html/start.html'],
      'top/imsmanifest.xml',
    );
    expect(found.items[0]).toMatchObject({ path: 'top/course/html/start.html', query: '#top' });
    expect(manifestName(['a/b/c/imsmanifest.xml', 'a/imsmanifest.xml', 'x'])).toBe('a/imsmanifest.xml');
  });

  it('SCORM 2004 with its rules', async () => {
    const found = await read(
      `<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="s"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
       <organizations default="o"><organization identifier="o"><title>T</title><item identifier="i" identifierref="r"><title>T</title><imsss:sequencing><imsss:objectives>
       <imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>
       <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing></organization></organizations>
       <resources><resource identifier="r" adlcp:scormType="sco" href="s.html"/></resources></manifest>`,
      ['s.html'],
    );
    expect(found).toMatchObject({ kind: 'SCORM2004', items: [{ mastery: 70, sco: true }] });
    expect(found.sequencing?.activityTree).toMatchObject({
      id: 'o',
      sequencingControls: { flow: true, choice: true },
      children: [{ id: 'i', primaryObjective: { satisfiedByMeasure: true, minNormalizedMeasure: 0.7 } }],
    });
  });

  it('pages without a manifest, and what is no package', async () => {
    expect(plainPackage(['mobile/a.js', 'story.html', 'index.html'], 'Kurs')).toMatchObject({
      kind: 'PLAIN',
      items: [{ path: 'story.html', sco: false }],
    });
    expect(() => plainPackage(['a.docx', 'b/c/d/index.html'], 'x')).toThrow('NOT_A_PACKAGE');
    const gone = old(
      '<item identifier="i" identifierref="r"/>',
      '<resources><resource identifier="r" href="x.html"/></resources>',
    );
    await expect(read(gone, [])).rejects.toMatchObject({ code: 'PACKAGE_MISSING_FILE' });
    const outside = gone.replace('x.html', 'https://example.org/x.html');
    await expect(read(outside, ['x.html'])).rejects.toMatchObject({ code: 'PACKAGE_MISSING_FILE' });
    await expect(read('<manifest/>', [])).rejects.toMatchObject({ code: 'NOT_A_PACKAGE' });
    await expect(read('<!DOCTYPE x [<!ENTITY a "b">]><manifest/>', [])).rejects.toMatchObject({ code: 'BROKEN_FILE' });
  });
});

const before: Progress = {
  status: 'NOT_ATTEMPTED',
  success: 'UNKNOWN',
  score: null,
  seconds: 0,
  cmi: {},
  launch: 1,
  sequence: -1,
  times: {},
};
const report = (launch: number, sequence: number, seconds: number, values: Record<string, string>) => ({
  launch,
  sequence,
  seconds,
  values,
});

describe('progress', () => {
  const [first, second, last] = [
    report(1, 0, 10, { 'cmi.suspend_data': 'a', 'cmi.core.lesson_status': 'incomplete' }),
    report(1, 1, 30, { 'cmi.suspend_data': 'b', 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '80' }),
    report(2, 0, 5, { 'cmi.suspend_data': 'c', 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '20' }),
  ] as const;

  it('is the same in whatever order and however often reports come', () => {
    const all = [first, second, last];
    const orders = all.flatMap((a) => all.flatMap((b) => all.flatMap((c) => all.map((d) => [a, b, c, d, ...all]))));
    for (const order of orders) {
      const end = order.reduce<Progress>((state, one) => merge(state, one), before);
      expect(end).toMatchObject({ status: 'COMPLETED', success: 'PASSED', score: 80, seconds: 35, cmi: last.values });
    }
  });

  it('does not take a bookmark back', () => {
    const after = merge(merge(before, second), first);
    expect(after).toMatchObject({ taken: false, cmi: second.values, seconds: 30 });
  });

  it('reads scores of both versions', () => {
    expect(merge(before, report(1, 0, 0, { 'cmi.score.scaled': '0.655' })).score).toBe(65.5);
    expect(
      merge(before, report(1, 0, 0, { 'cmi.score.raw': '15', 'cmi.score.max': '20', 'cmi.score.min': '10' })).score,
    ).toBe(50);
    expect(merge(before, report(1, 0, 0, { 'cmi.core.score.raw': '' })).score).toBeNull();
  });

  it('of several parts is complete when all are', () => {
    const part = { status: 'COMPLETED', success: 'PASSED', score: 80, seconds: 5, updated_at: '2026' } as const;
    expect(packageResult([part], 2)).toMatchObject({ status: 'INCOMPLETE', success: 'PASSED', score: 80 });
    expect(packageResult([part, { ...part, success: 'FAILED', score: 20 }], 2)).toMatchObject({
      status: 'COMPLETED',
      success: 'FAILED',
      score: 50,
      seconds: 10,
    });
  });
});
