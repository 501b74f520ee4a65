import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the history calls every table by a title in the language of the reader: `table_<name>` in the messages', async () => {
  const reader = await api.as('super_admin');
  for (const language of ['uz', 'ru', 'en']) {
    const { body } = await reader.get('/user/info_history/tables', { language });
    expect(body.length).toBeGreaterThan(20);
    const bare = body.filter(
      ({ value, label }: { value: string; label: string }) => label === value.replaceAll('_', ' '),
    );
    expect(bare).toEqual([]);
  }
});
