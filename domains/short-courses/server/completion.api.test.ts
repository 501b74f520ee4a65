import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CourseScene, courseScene, named } from '#tests/support/short-courses.ts';

let scene: CourseScene;
beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene.api.close());

describe('Completing a course', () => {
  it('takes all required chapters and enough meetings, and gives one certificate that anybody can check', async () => {
    const course = await scene.course({ price: '0', least_attendance: 50 });
    const chapter = async (kind: string) =>
      (
        await scene.teacher.post('/short_term_course/step/', {
          course_id: course.id,
          kind,
          title: named(kind),
          content: 'x',
        })
      ).body.id as number;
    const [reading, first, second] = [await chapter('READING'), await chapter('LESSON'), await chapter('LESSON')];
    const [person, other] = await scene.strangers(2);
    const place = (await scene.register(person!.caller, course.id)).body;
    const idle = (await scene.register(other!.caller, course.id)).body;
    const complete = (ids: number[]) =>
      scene.teacher.put('/short_term_course/completion', { course_id: course.id, ids });
    expect(await complete([place.id])).toMatchObject({ status: 422, body: { code: 'LISTENER_NOT_READY' } });

    await person!.caller.put('/short_term_course/step/done', { id: reading, done: true });
    const mark = (chapter_id: number, status: string | null, registration_id = place.id) => ({
      registration_id,
      chapter_id,
      status,
    });
    const saved = await scene.teacher.put('/short_term_course/attendance', {
      course_id: course.id,
      marks: [mark(first, 'PRESENT'), mark(second, 'ABSENT'), mark(first, 'ABSENT', idle.id)],
    });
    expect(saved.body.rows.find((row: { registration_id: number }) => row.registration_id === place.id).lacks).toEqual([
      expect.stringContaining('begins'),
    ]);
    // All or none: the other one was never there.
    expect((await complete([place.id, idle.id])).body.code).toBe('LISTENER_NOT_READY');
    expect((await scene.office.get(`/short_term_course/registration/${place.id}`)).body.status).toBe('CONFIRMED');

    // Nobody has completed a course that has not begun, whatever is marked.
    const early = await complete([place.id]);
    expect([early.body.code, early.body.data.lacks]).toEqual(['LISTENER_NOT_READY', expect.stringContaining('begins')]);
    await scene.begins(course.id);
    const answers = await Promise.all([complete([place.id]), complete([place.id])]);
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    const { body: done } = await person!.caller.get(`/short_term_course/registration/${place.id}`);
    expect(done).toMatchObject({ status: 'COMPLETED', certificate: { number: expect.any(String) } });
    const papers = await scene.sql(
      "select count(*)::int as n from issued_documents where account_id = $1 and kind = 'CERTIFICATE'",
      [person!.account],
    );
    expect(papers[0].n).toBe(1);

    // What the certificate says is not undone in silence.
    const later = await scene.teacher.put('/short_term_course/attendance', {
      course_id: course.id,
      marks: [mark(first, 'ABSENT')],
    });
    expect(later).toMatchObject({ status: 409, body: { code: 'LISTENER_COMPLETED' } });
    const undone = await person!.caller.put('/short_term_course/step/done', { id: reading, done: false });
    expect(undone.body.code).toBe('LISTENER_COMPLETED');
    const back = await scene.teacher.put('/short_term_course/completion/undo', {
      id: place.id,
      reason: 'Xato belgilangan',
    });
    expect(back.body).toMatchObject({ status: 'CONFIRMED', certificate: null });
    const [paper] = await scene.sql('select status from issued_documents where id = $1', [done.certificate.id]);
    expect(paper.status).toBe('REVOKED');
  });

  it('takes payment as well', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const place = (await scene.register(person!.caller, course.id)).body;
    await scene.sql("update short_course_registrations set status = 'CONFIRMED', until = null where id = $1", [
      place.id,
    ]);
    const refused = await scene.teacher.put('/short_term_course/completion', { course_id: course.id, ids: [place.id] });
    expect(refused.body).toMatchObject({ code: 'LISTENER_NOT_READY' });
    expect(refused.body.data.lacks).toContain('not paid');
  });

  it('does not outlive its payment in silence: the office is told, and whoever takes it back revokes the certificate', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const place = (await scene.register(person!.caller, course.id)).body;
    const money = await scene.api.as('accounting_head');
    const paid = await money.post('/student/external_payment/', {
      contract_id: place.bill.id,
      amount: '1200000',
      paid_on: scene.day(0),
      payment_type: 'PAYME',
      external_ref: 'taken back later',
    });
    await scene.begins(course.id);
    const one = { course_id: course.id, ids: [place.id] };
    expect((await scene.teacher.put('/short_term_course/completion', one)).status).toBe(200);
    const { certificate } = (await scene.office.get(`/short_term_course/registration/${place.id}`)).body;
    expect((await money.delete(`/accounting/payment/${paid.body.id}?reason=Xato`)).status).toBe(200);
    const told = await scene.sql(
      "select count(*)::int as n from notices n join accounts a on a.id = n.account_id where a.username = 'admission_moderator' and n.link = $1",
      [`/short-term-course/listener?id=${place.id}`],
    );
    expect(told[0].n).toBe(1);
    const undo = { id: place.id, reason: 'Toʻlov qaytarildi' };
    expect((await scene.teacher.put('/short_term_course/completion/undo', undo)).body.status).toBe('CONFIRMED');
    const [paper] = await scene.sql('select status from issued_documents where id = $1', [certificate.id]);
    expect(paper.status).toBe('REVOKED');
    // Unpaid it is not given again.
    expect((await scene.teacher.put('/short_term_course/completion', one)).body.code).toBe('LISTENER_NOT_READY');
  });

  it('is for who teaches the course, and for listeners of it', async () => {
    const foreign = await scene.course({ teacher_id: null, price: '0' });
    const [person] = await scene.strangers(1);
    const place = (await scene.register(person!.caller, foreign.id)).body;
    const refused = await scene.teacher.put('/short_term_course/completion', {
      course_id: foreign.id,
      ids: [place.id],
    });
    expect(refused.body.code).toBe('NOT_YOUR_SHORT_COURSE');
    expect((await scene.teacher.get(`/short_term_course/attendance?course_id=${foreign.id}`)).status).toBe(404);
    const own = await scene.course({ price: '0' });
    const stranger = await scene.teacher.put('/short_term_course/completion', { course_id: own.id, ids: [place.id] });
    expect(stranger.body.code).toBe('UNKNOWN_REFERENCE');
  });
});
