import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('people see and delete their own uploads, but for what a record or a text has', async () => {
  const admin = await api.as('super_admin');
  const sent = async (name: string): Promise<number> => {
    const { body } = await admin.upload(
      name,
      Buffer.from(`ism;baho
Ali;5
${name};4
`),
    );
    expect(body).toMatchObject([{ original_name: name }]);
    return body[0].id;
  };
  const [free, logo, plain] = [await sent('free.csv'), await sent('logo.csv'), await sent('plain.csv')];
  const { body } = await admin.get('/file/?search=csv');
  expect(body.content.map(({ id }: { id: number }) => id)).toEqual([plain, logo, free]);
  expect(body.content[0]).toMatchObject({ original_name: 'plain.csv', created_at: expect.stringMatching(/Z$/) });
  const stranger = await api.as('teacher');
  expect((await stranger.get('/file')).body.total_elements).toBe(0);
  expect((await stranger.delete(`/file/${free}`)).status).toBe(404);

  const institution = (await admin.get('/institution/1')).body;
  const kept = await admin.post('/institution/', {
    id: 1,
    version: institution.version,
    details: { logo_file_id: logo, account: '20208000900100117001', mfo: '00440', licence: 'OT-1' },
  });
  expect(kept.body.details).toMatchObject({ account: '20208000900100117001', licence: 'OT-1' });
  const dot = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const {
    body: [picture],
  } = await admin.upload('shown.png', dot, '?purpose=editor');
  // Of the two only the picture was given for texts.
  const html = `<img src="${picture.src}"><img src="/edulab/lms/api/v1/file/${plain}/plain.csv?i=1">`;
  const title = { uz: 'Sahifa', ru: '', en: '' };
  await admin.post('/institution/page-settings/', {
    identity: 'with-picture',
    title,
    body: { uz: html, ru: '', en: '' },
  });
  for (const id of [logo, picture.id]) expect((await admin.delete(`/file/${id}`)).body.code).toBe('FILE_USED');
  for (const id of [free, plain]) expect((await admin.delete(`/file/${id}`)).body).toEqual({ ok: true });
  expect((await admin.get('/file')).body.total_elements).toBe(2);
});
