import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Storage } from '#platform/server/disk/storage.ts';
import { heading, pdf, prose } from '#platform/server/documents/index.ts';

/** The papers behind the demo's letters: scans of what came, and what is sent, one page each. */

interface Letter {
  id: number;
  direction: 'INCOMING' | 'OUTGOING';
  heading: string;
  correspondent: string;
  title: string;
  account_id: number;
  day: string;
  made: string;
}

const bodies = {
  INCOMING: [
    'Sizga murojaat qilib, yuqorida koʻrsatilgan masalani koʻrib chiqishingizni va natijasi haqida belgilangan muddatda yozma javob berishingizni soʻraymiz.',
    'Qoʻshimcha savollar boʻyicha ijrochi bilan bogʻlanish mumkin. Hurmat bilan.',
  ],
  OUTGOING: [
    'Murojaatingizga javoban maʼlum qilamizki, masala koʻrib chiqildi va quyidagi qarorga kelindi: taklif qoʻllab-quvvatlanadi, masʼul xodim belgilandi.',
    'Tegishli hujjatlar ilova qilinadi. Hurmat bilan.',
  ],
};

/** Draws a page for each letter of this year. Without a data folder there are none, and cards say so. */
export async function loadLetterFiles(client: pg.PoolClient, storage: Storage | undefined): Promise<void> {
  if (storage === undefined) return;
  const { rows } = await client.query<Letter>(
    `select l.id, l.direction, l.heading, l.correspondent, i.title ->> 'uz' as title, l.author_id as account_id, l.created_at as made,
            to_char(l.created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day
       from letters l join institutions i on i.id = l.institution_id where l.status <> 'ARCHIVED' and l.deleted_at is null order by l.id`,
  );
  for (const { id, direction, correspondent, title, account_id, day, made, ...letter } of rows) {
    const came = direction === 'INCOMING';
    const content = await pdf({
      locale: 'uz',
      letterhead: {
        name: came ? correspondent : title,
        lines: [day.split('-').reverse().join('.')],
        logo: null,
        initials: [...(came ? correspondent : title).replace(/[“”]/g, '')][0]!,
        rector: null,
        registrar: null,
      },
      title: letter.heading,
      made: new Date(made),
      content: [heading(came ? title : correspondent), ...bodies[direction].map((text) => prose(text))],
    });
    const staged = await storage.stage(Readable.from([content]));
    await storage.keep(staged);
    await client.query(
      `with kept as (
         insert into files (institution_id, created_at, account_id, original_name, extension, media_type, size, hash)
         select institution_id, created_at, $2, $3, 'pdf', 'application/pdf', $4, $5 from letters where id = $1 returning id)
       update letters l set file_ids = array[k.id], sheets = 1, signed_hash = case when l.signed_at is not null then $5 end from kept k where l.id = $1`,
      [id, account_id, came ? `xat-${day}.pdf` : `javob-${day}.pdf`, staged.size, staged.hash],
    );
  }
}
