import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let hr: Caller;

beforeAll(async () => {
  api = await startApi();
  hr = await api.as('hr_head');
});
afterAll(() => api.close());

const upload = async (rows: string[]) => {
  const answer = await hr.upload('xodimlar.csv', Buffer.from(rows.join('\n')));
  return (answer.body[0] ?? answer.body.files?.[0] ?? answer.body).id as number;
};
describe('an import of staff', () => {
  it('names every fault and imports nothing', async () => {
    const file_id = await upload([
      'Familiya,Ism,Паспорт,Stavka,Lavozim',
      'Karimov,Ali,AA1111111,1,',
      'Karimova,,AA11,3,Yoʻq lavozim',
      'Saidov,Olim,AA1111111,0.5,',
    ]);
    const preview = (await hr.post('/staff/import/preview', { file_id })).body;
    expect(preview).toMatchObject({ rows: 3, removed: 0 });
    expect(
      preview.faults.map(
        (fault: { row: number; column: string; code: string }) => `${fault.row}${fault.column} ${fault.code}`,
      ),
    ).toEqual(['3B REQUIRED', '3C BAD_PASSPORT', '3E UNKNOWN_REFERENCE', '4C DUPLICATE_IN_FILE']);
    expect((await hr.post('/staff/import', { file_id })).body).toMatchObject({ status: 422, code: 'IMPORT_FAULTS' });
    expect((await hr.get('/staff/?search=Saidov')).body.total_elements).toBe(0);
    expect((await (await api.as('teacher')).post('/staff/import/preview', { file_id })).status).toBe(403);
  });

  it('adds, changes, and can be taken back', async () => {
    const known = (await hr.post('/staff/', { firstname: 'Olim', lastname: 'Nazarov', pinfl: '31203851234599' })).body;
    const file_id = await upload([
      'Фамилия;Имя;ПИНФЛ;Учёная степень;Ставка',
      'Назаров;Олим;31203851234599;PHD;0,5',
      'Юлдашев;Бобур;;;',
      'Юлдашева;Нодира;;;1',
    ]);
    expect((await hr.post('/staff/import/preview', { file_id })).body).toMatchObject({
      new: 2,
      changed: 1,
      faulty: 0,
      changes: [{ id: known.id }],
    });
    const { job_id } = (await hr.post('/staff/import', { file_id })).body;
    const job = await api.finished(job_id);
    expect(job).toMatchObject({ state: 'done', done: 3, total: 3, receipt: { new: 2, changed: 1, unchanged: 0 } });
    expect((await hr.get(`/staff/${known.id}`)).body).toMatchObject({
      degree: 'PHD',
      employment_rate: '0.50',
      lastname: 'Назаров',
    });
    expect((await hr.get('/staff/?search=Yuldashev')).body.total_elements).toBe(2);
    expect((await hr.post(`/job/${job_id}/undo`)).body.state).toBe('undone');
    expect((await hr.get(`/staff/${known.id}`)).body).toMatchObject({
      degree: null,
      employment_rate: '1.00',
      lastname: 'Nazarov',
    });
    expect((await hr.get('/staff/?search=Yuldashev')).body.total_elements).toBe(0);
  });

  it('is not taken back over later changes', async () => {
    const file_id = await upload(['Familiya,Ism', 'Ortiqov,Sanjar']);
    const { job_id } = (await hr.post('/staff/import', { file_id })).body;
    const { receipt } = await api.finished(job_id);
    await hr.post('/staff/', { id: receipt.new_ids[0], version: 1, degree: 'PHD' });
    expect((await hr.post(`/job/${job_id}/undo`)).body).toMatchObject({ status: 409, code: 'IMPORT_TOUCHED' });
    expect((await hr.get(`/staff/${receipt.new_ids[0]}`)).status).toBe(200);
  });

  it('shows and writes nothing personal to somebody who may not see it', async () => {
    const known = (await hr.post('/staff/', { firstname: 'Zafar', lastname: 'Sodiqov', passport_id: 'AC7654321' }))
      .body;
    const file_id = await upload([
      'Tabel raqami,Familiya,Ism,Pasport,Ish telefoni',
      `${known.staff_no},Sodiqov,Zafar,AC1234567,`,
    ]);
    const narrow = (permissions: string[]) =>
      api.database.owner.query(
        "update role_permissions set scope = $1 where permission = 'staff.personal' and role_id = (select id from roles where name = 'HR_HEAD')",
        permissions,
      );
    await narrow(['own']);
    try {
      const preview = (await hr.post('/staff/import/preview', { file_id })).body;
      expect(preview.faults.map(({ column, code }: { column: string; code: string }) => `${column} ${code}`)).toEqual([
        'D FIELD_NOT_ALLOWED',
      ]);
      expect(JSON.stringify(preview)).not.toContain('AC7654321');
    } finally {
      await narrow(['institution']);
    }
    expect((await hr.get(`/staff/${known.id}`)).body.passport_id).toBe('AC7654321');
  });

  it('has a template', async () => {
    const file = await hr.get('/staff/import/template');
    expect(file.status).toBe(200);
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
  });
});

describe('an account for a staff member', () => {
  it('comes with everyday roles alone, once', async () => {
    const { id } = (await hr.post('/staff/', { firstname: 'Lola', lastname: 'Hamidova', work_email: 'lola.h@uni.uz' }))
      .body;
    expect((await hr.post(`/staff/${id}/account`, { username: 'lola.h', roles: ['SUPER_ADMIN'] })).body.code).toBe(
      'ROLE_NOT_FOR_STAFF',
    );
    expect(
      (await hr.post(`/staff/${id}/account`, { username: 'lola.h', roles: ['TEACHER', 'STAFF'] })).body,
    ).toMatchObject({ username: 'lola.h', can: { account: false } });
    expect((await hr.post(`/staff/${id}/account`, { username: 'lola.h2', roles: ['STAFF'] })).body.code).toBe(
      'HAS_ACCOUNT',
    );
    expect((await (await api.as('lola.h')).get('/staff/profile')).body.id).toBe(id);
  });
});
