import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { files } from '#platform/server/database/tables.ts';
import { letterheadOf, longDate, pictureOf, sendPaper } from '#platform/server/documents/index.ts';
import type { contract } from '../../contract.ts';
import type { CvLayout } from '../../shapes-cv.ts';
import { peopleBeside } from '../person.ts';
import { cvVersions } from '../tables.ts';
import { type CvRow, contentOf, cv, factsForVersion, type VersionRow } from './cvs.ts';
import { paperOf } from './paper.ts';

/** A CV as a PDF. It is drawn for whoever asks, each time, so that nothing is left that opens after a right has gone. */

type Asked = InputOf<typeof contract.cv.file>;

export async function cvFile(call: Call, input: Asked): Promise<{ ok: true }> {
  const row = await cv.find(call, input.id);
  const own = (await peopleBeside(call, [row.student_id])).get(row.student_id)?.own ?? false;
  const wanted = input.version_id ?? (own ? undefined : (row.last_version_id ?? 0));
  if (wanted === undefined) return drawRow(call, row, input);
  const [version] = await call.db
    .select()
    .from(cvVersions)
    .where(and(eq(cvVersions.id, wanted), eq(cvVersions.cv_id, row.id)));
  // What was taken back before anybody looked is its person's alone.
  if (!version || (version.status === 'DRAFT' && !own)) throw fail('NOT_FOUND');
  return drawVersion(call, row.student_id, version, input.layout);
}

async function drawRow(call: Call, row: CvRow, { language = row.language, layout = row.layout }: Asked) {
  return draw(call, row.student_id, {
    language,
    layout,
    content: contentOf(row),
    facts: await factsForVersion(call, { ...row, language }),
    photo_file_id: row.show_photo ? row.photo_file_id : null,
  });
}

export const drawVersion = (call: Call, student_id: number, version: VersionRow, layout: CvLayout = version.layout) =>
  draw(call, student_id, { ...version, layout });

async function draw(
  call: Call,
  student_id: number,
  of: Pick<VersionRow, 'content' | 'facts' | 'photo_file_id'> & { language: Locale; layout: CvLayout },
): Promise<{ ok: true }> {
  const { student } = (await peopleBeside(call, [student_id])).get(student_id) ?? {};
  if (!student) throw fail('NOT_FOUND');
  const letterhead = await letterheadOf(call, of.language);
  const [photo] = of.photo_file_id
    ? await call.db
        .select({ hash: files.hash })
        .from(files)
        .where(and(eq(files.id, of.photo_file_id), isNull(files.deleted_at)))
    : [];
  const { settings } = call.kernel;
  return sendPaper(
    call,
    'cv.pdf',
    paperOf({
      language: of.language,
      layout: of.layout,
      name: [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
      content: of.content,
      facts: of.facts,
      photo: photo ? await pictureOf(settings, photo.hash, 420) : null,
      institution: letterhead.name,
      verified_on: longDate(await todayOf(call), of.language),
      publicUrl: settings.publicUrl,
      letterhead,
    }),
  );
}
