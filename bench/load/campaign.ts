import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { z } from 'zod';
import { prepareCampaign } from '../campaign.ts';
import { think } from './client.ts';
import type { Day } from './day.ts';
import { pages } from './pages.ts';
import { todayOf } from './people.ts';

const begun = z.object({ id: z.number(), version: z.number() });
const uploaded = z.array(z.object({ id: z.number() }));
/** The paper that everybody is asked for. */
const paper = {
  type: 'PASSPORT',
  title: { uz: 'Pasport', ru: '', en: '' },
  applicant_types: [],
  levels: [],
  required: true,
};

/** Half come in the second half of the hour, and of those the more the nearer midnight is. */
export const towardsMidnight = (place: number): number => (place < 0.5 ? place : 0.5 + Math.sqrt((place - 0.5) / 2));

export const campaign: Day = {
  about: 'the last hour of a campaign: applications with an uploaded paper, the more the nearer midnight is',
  people: 10_000,
  minutes: 60,
  arrives: towardsMidnight,
  once: true,
  async prepare(client, count) {
    const { tokens, form, intakes } = await prepareCampaign(client, count, [paper]);
    const home = pages.applicantHome(await todayOf(client));
    const pdf = await scannedPaper();
    return {
      people: tokens.map((token, at) => ({ username: `yuklama${at + 1}`, token })),
      async visit(visitor, at) {
        const { name } = pages.admission;
        await visitor.open(home);
        await think(2, 6);
        await visitor.turnTo(pages.admission);
        await think(5, 15);
        const wanted = { form_id: form, campaign_id: intakes[at % intakes.length] };
        const { id } = begun.parse(await visitor.write(name, 'POST', '/application', wanted, { wanted: true }));
        const shown = begun.parse(
          await visitor.ask(name, { kind: 'read', method: 'GET', path: `/application/edit?id=${id}`, wanted: true }),
        );
        await think(10, 30);
        const answers = { school: `${at}-maktab`, finished: 2026 };
        const answered = begun.parse(
          await visitor.write(name, 'PUT', '/application/update', { ...shown, answers }, { wanted: true }),
        );
        const [file] = uploaded.parse(await visitor.ask(name, { ...pdf, wanted: true }));
        const documents = [{ type: paper.type, file_id: file?.id }];
        const { version } = begun.parse(
          await visitor.write(name, 'PUT', '/application/update', { ...answered, documents }, { wanted: true }),
        );
        await think(3, 10);
        await visitor.write(name, 'PUT', '/application/status', { id, version, status: 'SUBMITTED' });
        await visitor.turnTo(pages.admission);
      },
      async faults() {
        const { rows } = await client.query<{ status: string; n: number; people: number }>(
          "select status, count(*)::int as n, count(distinct guest_id)::int as people from applications where search like '%yuklama%' group by 1",
        );
        console.log(`\nApplications: ${rows.map(({ status, n }) => `${n} ${status}`).join(', ')}.`);
        const sent = rows.find(({ status }) => status === 'SUBMITTED');
        return sent?.n === count && sent.people === count ? [] : [`${sent?.n ?? 0} of ${count} applications arrived`];
      },
    };
  },
};

/** A form with one file, as a browser sends it: no key of a repeat goes with it. The paper is as large as a scan. */
async function scannedPaper() {
  const document = await PDFDocument.create();
  for (let sheet = 0; sheet < 20; sheet++) {
    const page = document.addPage();
    for (let line = 0; line < 60; line++)
      page.drawText(randomBytes(80).toString('hex'), { x: 20, y: 800 - line * 13, size: 6 });
  }
  const boundary = randomBytes(16).toString('hex');
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="pasport.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    await document.save(),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return {
    kind: 'upload' as const,
    method: 'POST' as const,
    path: '/upload?purpose=file',
    type: `multipart/form-data; boundary=${boundary}`,
    body,
  };
}
