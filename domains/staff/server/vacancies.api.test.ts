import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transitionOf } from '#platform/contract/index.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { type VacancyStatus, vacancyStatuses, vacancyWorkflow } from '../workflow.ts';

let api: Api;
let hr: Caller;
let guest: Caller;

beforeAll(async () => {
  api = await startApi();
  hr = await api.as('hr_head');
  guest = await api.as('guest_user');
});
afterAll(() => api.close());

const named = (uz: string) => ({ uz, ru: '', en: '' });
const position = async (uz = 'Dotsent') =>
  (await hr.post('/position/job/', { title: named(uz), kind: 'TEACHING' })).body;
async function vacancy(fields: Record<string, unknown> = {}) {
  const job_position_id = fields.job_position_id ?? (await position()).id;
  const answer = await hr.post('/position/vacancy/', {
    title: named('Matematika dotsenti'),
    job_position_id,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('a job position', () => {
  it('is created, found, switched and deleted', async () => {
    const job = await position('Laborant');
    expect(job).toMatchObject({
      status: 'ACTIVE',
      active: true,
      staff_count: 0,
      open_vacancies: 0,
      can: { edit: true },
    });
    expect((await guest.get('/position/job/?search=labor')).body.content[0]).toMatchObject({
      id: job.id,
      can: { edit: false },
    });
    expect((await hr.get('/position/job/all')).body).toContainEqual({ id: job.id, title: 'Laborant' });
    expect((await hr.put(`/position/job/activate/${job.id}`)).body).toMatchObject({
      status: 'INACTIVE',
      active: false,
    });
    expect((await hr.get(`/position/job/${job.id}`)).body.status).toBe('INACTIVE');
    const refused = await hr.post('/staff/', { firstname: 'A', lastname: 'B', job_position_id: job.id });
    expect(refused.body.data.fields[0]).toMatchObject({ path: 'job_position_id', code: 'POSITION_INACTIVE' });
    expect((await hr.put(`/position/job/activate/${job.id}/`, { active: true })).body.active).toBe(true);
    expect((await hr.put(`/position/job/activate/${job.id}`, { version: 1 })).body.code).toBe('STALE');
    const person = (await hr.post('/staff/', { firstname: 'A', lastname: 'B', job_position_id: job.id })).body;
    expect((await hr.delete(`/position/job/${job.id}`)).body.code).toBe('IN_USE');
    await hr.delete(`/staff/${person.id}`);
    expect((await hr.delete(`/position/job/${job.id}`)).status).toBe(200);
  });

  it('stays while people are sought for it', async () => {
    const job = await position();
    const open = await vacancy({ job_position_id: job.id });
    await hr.put(`/position/vacancy/activate/${open.id}`);
    expect((await hr.put(`/position/job/activate/${job.id}`)).body).toMatchObject({
      status: 422,
      code: 'POSITION_HAS_VACANCIES',
      message: '1 vacancy is open for this position; close them first',
    });
    await hr.put(`/position/vacancy/activate/${open.id}`);
    expect((await hr.put(`/position/job/activate/${job.id}`)).body.status).toBe('INACTIVE');
    expect((await hr.put(`/position/vacancy/activate/${open.id}`)).body.code).toBe('POSITION_INACTIVE');
  });

  it('is changed by the head alone', async () => {
    const manager = await api.as('hr_manager');
    expect((await manager.post('/position/job/', { title: named('X'), kind: 'TEACHING' })).status).toBe(403);
    expect((await (await api.as('moderator_viewer')).post('/position/vacancy/', {})).status).toBe(403);
  });
});

describe('a vacancy', () => {
  it('is shown to those who look for work while it is open', async () => {
    const one = await vacancy({
      closes_on: '2199-01-01',
      salary_from: '4000000',
      salary_to: '6000000.50',
      employment_rate: 0.5,
    });
    expect(one).toMatchObject({
      status: 'DRAFT',
      open: false,
      head_count: 1,
      employment_rate: '0.50',
      salary_to: '6000000.50',
    });
    expect((await guest.get(`/position/vacancy/${one.id}`)).status).toBe(404);
    await hr.put(`/position/vacancy/activate/${one.id}`);
    expect((await guest.get(`/position/vacancy/${one.id}`)).body).toMatchObject({ open: true, can: { edit: false } });
    expect((await guest.get('/position/vacancy/all')).body.map((option: { id: number }) => option.id)).toContain(
      one.id,
    );
    await api.database.owner.query(
      "update vacancies set opens_on = '2020-01-01', closes_on = '2020-02-01' where id = $1",
      [one.id],
    );
    expect((await guest.get(`/position/vacancy/${one.id}`)).status).toBe(404);
    expect((await hr.get(`/position/vacancy/${one.id}`)).body).toMatchObject({ status: 'ACTIVE', open: false });
    await hr.put(`/position/vacancy/activate/${one.id}`, { active: false });
    expect((await hr.put(`/position/vacancy/activate/${one.id}`, { active: true })).body.code).toBe('VACANCY_PAST');
  });

  it('refuses dates and salaries the wrong way round', async () => {
    const job_position_id = (await position()).id;
    const base = { title: named('X'), job_position_id };
    expect(
      (await hr.post('/position/vacancy/', { ...base, opens_on: '2026-05-01', closes_on: '2026-04-01' })).body.data
        .fields[0],
    ).toMatchObject({ path: 'closes_on', code: 'DATES_REVERSED' });
    expect((await hr.post('/position/vacancy/', { ...base, salary_from: '900', salary_to: '1000' })).status).toBe(200);
    expect(
      (await hr.post('/position/vacancy/', { ...base, salary_from: '1000', salary_to: '900' })).body.data.fields[0]
        .code,
    ).toBe('SALARY_REVERSED');
  });

  /** The call that asks for this step; undefined where no call exists that could. */
  const ask = (id: number, version: number, to: VacancyStatus) =>
    to === 'ACTIVE' || to === 'INACTIVE'
      ? hr.put(`/position/vacancy/activate/${id}`, { active: to === 'ACTIVE' })
      : to === 'DRAFT'
        ? undefined
        : hr.put(`/position/vacancy/status/${id}`, { version, status: to, reason: 'Topildi' });

  const pairs = vacancyStatuses.flatMap((from) =>
    vacancyStatuses.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  it.each(pairs)('from %s to %s as the life cycle says', async (from, to) => {
    const { id } = await vacancy();
    await api.database.owner.query('update vacancies set status = $2 where id = $1', [id, from]);
    const answer = await ask(id, 2, to);
    const allowed = transitionOf(vacancyWorkflow, from, to) !== undefined;
    if (!answer) return expect(allowed).toBe(false);
    const now = (await hr.get(`/position/vacancy/${id}`)).body.status;
    if (allowed) expect(now).toBe(to);
    else {
      expect(now).toBe(from);
      expect(answer.body.code).toBe('TRANSITION_NOT_ALLOWED');
    }
  });

  it('ends with a reason and then stays as it is', async () => {
    const { id } = await vacancy();
    const active = (await hr.put(`/position/vacancy/activate/${id}`)).body;
    expect(
      (await hr.put(`/position/vacancy/status/${id}`, { version: active.version, status: 'CLOSED' })).body.code,
    ).toBe('REASON_REQUIRED');
    const closed = (
      await hr.put(`/position/vacancy/status/${id}`, { version: active.version, status: 'CLOSED', reason: 'Byudjet' })
    ).body;
    expect(closed).toMatchObject({ status: 'CLOSED', can: { edit: false, activate: false } });
    expect((await hr.post('/position/vacancy/', { id, version: closed.version, head_count: 2 })).body.code).toBe(
      'VACANCY_ENDED',
    );
    expect(
      (await hr.get(`/position/vacancy/${id}/history`)).body.map((entry: { operation: string }) => entry.operation),
    ).toEqual(['CLOSED', 'ACTIVE', 'DRAFT']);
  });
});
