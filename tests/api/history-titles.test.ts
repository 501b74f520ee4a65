import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
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

it('what domains say of their tables is SQL about them', async () => {
  for (const { name, history = {} } of domains)
    for (const [table, { title = 'null', page = 'r.id' }] of Object.entries(history))
      for (const locale of ['uz', 'ru', 'en'])
        await expect(
          api.database.owner.query(`select ${title.replaceAll('$locale', locale)}, ${page} from ${table} r`),
          `${name}: ${table}`,
        ).resolves.toBeTruthy();
});
