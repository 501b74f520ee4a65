import { modals } from '@mantine/modals';
import { expect, vi } from 'vitest';
import { contract } from '#domains/institutions/contract.ts';
import { connect, silent } from '#platform/web/client.ts';
import { ApiError, base, callHeaders, messageOf, report } from '#platform/web/http.ts';
import { locales, showLocale } from '#platform/web/i18n.tsx';
import { tellError } from '#platform/web/kit/dialogs/confirm.tsx';
import { dialogsStand } from '#platform/web/kit/dialogs/place.ts';
import { queryClient } from '#platform/web/query.ts';
import { session } from '#platform/web/session/session.ts';
import { notices } from '#platform/web/toast.tsx';
import { answering, inPage, json, storedKeys } from './browser.ts';
import { draw } from './draw.tsx';
import { type Entries, type Ground, same, why } from './entry.ts';
import { callAt, expectSource } from './product.ts';

const signedIn = { token: 'a-token', lang: 'ru', institution: '2', education_form: '3' };
const api = () => connect(contract);
/** What one call of the page carries. */
const asked = (stored: Record<string, string>) =>
  inPage(
    async () =>
      (
        await answering(
          () => json([]),
          () => api().state.all.call(),
        )
      )[0] as Request,
    stored,
  );
const fails = async (call: () => Promise<unknown>) =>
  call().then(
    () => undefined,
    (error: unknown) => error,
  );

/** Resources of the specification whose domain is built, by the base of their calls. */
const resources =
  '/module/ /role/ /staff/ /state/ /module_file/ /contract/agreement/ /course/transfer/ /student/debit/ /academic_year/ /category/ /city/ /country/ /course_campaign/ /course/ /education_place/ /lesson/ /group/ /cclsmodule/ /enrollment/ /account/ /amendment/ /attendance_reason/ /department/ /institution/page_settings/ /e_library/ /position/job/ /position/vacancy/ /admission/place/ /email_template/ /accounting/contract/ /accounting/payment/ /institution/ /application_form/ /hr/application_form/ /st_course/application_form/ /general/application_form/';
const pattern = (name: (base: string) => string) => () => {
  const missing = resources.split(' ').filter((one) => {
    try {
      return !callAt(name(one));
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
};
const registrar = ({ as }: Ground) => as('super_admin');

/** How the page asks and the server answers, whatever it is about. */
export const entries: Entries = {
  R336: async () => expect(new URL((await asked({})).url).pathname).toBe('/edulab/lms/api/v1/state/all'),
  R337: async () => expect((await asked(signedIn)).headers.get('authorization')).toBe('Bearer a-token'),
  R338: async () => {
    expect((await asked({})).headers.get('institution')).toBe('1');
    expect((await asked(signedIn)).headers.get('institution')).toBe('2');
  },
  R339: async () => {
    expect((await asked({})).headers.get('language')).toBe('en');
    expect((await asked(signedIn)).headers.get('language')).toBe('ru');
  },
  R340: async () => {
    expect((await asked({})).headers.get('education_form')).toBe('0');
    expect((await asked(signedIn)).headers.get('education_form')).toBe('3');
  },
  R343: () => expectSource('platform/web/http.ts', 'signedOutTimeout = 5000', 'AbortSignal.timeout(signedOutTimeout)'),
  R344: () =>
    inPage(async () => {
      for (const [status, expected] of [
        [200, ['success', 'completion']],
        [500, ['failure', 'completion']],
      ] as const) {
        const told: string[] = [];
        const options = api().state.restore.mutationOptions({
          ...silent,
          onSuccess: () => void told.push('success'),
          onError: () => void told.push('failure'),
          onSettled: () => void told.push('completion'),
        });
        const mutation = queryClient.getMutationCache().build(queryClient, options as never);
        await answering(
          () => json({}, status),
          () => fails(() => mutation.execute({ id: 1 } as never)),
        );
        expect(told).toEqual(expected);
      }
    }),
  R345: () =>
    inPage(async () => {
      const said = new Set<string>();
      for (const locale of locales) {
        await showLocale(locale);
        const broken = () => Promise.reject(new TypeError('Failed to fetch'));
        let error: unknown;
        await answering(broken, async () => {
          error = await fails(() => api().state.all.call(undefined, silent));
        });
        expect(error).toMatchObject({ status: 0 });
        expect(messageOf(error)).not.toMatch(/fetch|went wrong/);
        said.add(messageOf(error));
      }
      expect(said.size).toBe(3);
    }),
  R346: why('leaves the shapes of answers open; those that are given have rules of their own'),
  R347: async (ground) => {
    pattern((one) => `GET ${one}{id}`)();
    const caller = await registrar(ground);
    const [year] = (await caller.get('/academic_year/')).body.content;
    expect((await caller.get(`/academic_year/${year.id}`)).body.name).toBe(year.name);
  },
  R348: async (ground) => {
    pattern((one) => `POST ${one}`)();
    const caller = await registrar(ground);
    const made = await caller.post('/state/', {
      country_id: (await caller.get('/country/all')).body[0].id,
      title: { uz: 'Sinov', ru: 'Проба', en: 'Trial' },
    });
    expect(made.body.id).toBeGreaterThan(0);
    const title = { uz: 'Sinov 2', ru: 'Проба', en: 'Trial' };
    const changed = await caller.post('/state/', { id: made.body.id, version: made.body.version, title });
    expect(changed.body).toMatchObject({ id: made.body.id, title });
    expect((await caller.delete(`/state/${made.body.id}`)).status).toBe(200);
    expect((await caller.get(`/state/${made.body.id}`)).status).toBe(404);
  },
  R349: async (ground) => {
    pattern((one) => `DELETE ${one}{id}`)();
    const caller = await ground.as('accounting_head');
    const { body } = await caller.get('/accounting/contract/?size=1&status=ACTIVE');
    const [sent] = body.content;
    expect((await caller.delete(`/accounting/contract/${sent.id}`)).status).toBe(422);
  },
  R350: pattern((one) => `GET ${one}`),
  R351: pattern((one) => `GET ${one}all`),
  R413: same('R343'),
  R375: () =>
    inPage(async () => {
      await showLocale('en');
      const ask = async (body: unknown) => {
        let error: unknown;
        await answering(
          () => json(body, 500),
          async () => {
            error = await fails(() => api().state.all.call(undefined, silent));
          },
        );
        return messageOf(error);
      };
      expect(await ask({ message: 'The disk is full' })).toBe('The disk is full');
      expect(await ask({})).toBe('Something went wrong');
    }),
  R376: () =>
    inPage(async () => {
      await answering(
        () => json({ message: 'No such thing' }, 404),
        async () => {
          expect(await fails(() => api().state.all.call(undefined, silent))).toMatchObject({
            status: 404,
            message: 'No such thing',
          });
        },
      );
    }),
  R377: async () => {
    for (const status of [401, 302])
      await inPage(async () => {
        const error = await answering(
          () => json({}, status),
          () => fails(() => api().state.all.call(undefined, silent)),
        );
        expect(error).toHaveLength(1);
        for (const key of ['token', 'institution', 'lang', 'education_form']) expect(storedKeys()).not.toContain(key);
        expect(session.get().user).toBeNull();
      }, signedIn);
  },
  R382: () =>
    inPage(() => {
      const shown = vi.spyOn(notices, 'show').mockReturnValue('');
      report(new DOMException('gone', 'AbortError'));
      expect(shown).not.toHaveBeenCalled();
      report(new ApiError(422, 'X', 'Refused'));
      expect(shown).toHaveBeenCalledTimes(1);
      shown.mockRestore();
    }),
  R386: async () => {
    const opened = vi.spyOn(modals, 'open').mockReturnValue('');
    // As where a shell draws the place of dialogs.
    dialogsStand.set(true);
    void tellError(new ApiError(500, 'ERROR', ''));
    void tellError(new ApiError(409, 'IN_USE', 'Two groups need it'));
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    dialogsStand.set(false);
    const [[empty], [worded]] = opened.mock.calls as unknown as [[{ children: never }], [{ children: never }]];
    opened.mockRestore();
    expect(await draw(empty.children)).toContain('Sorry cannot perform Your request');
    expect(await draw(worded.children)).toContain('Two groups need it');
  },
  R353: async ({ as }) => {
    const caller = await as('teacher');
    const list = (await caller.get('/types/nationality')).body;
    for (const one of list) expect(one).toMatchObject({ id: expect.any(Number), title: expect.any(String) });
    expect((await caller.get('/types/nationality/none')).body).toEqual([]);
  },
  R352: () => {
    for (const one of 'academic_year category city country course_campaign course education_place'.split(' '))
      for (const name of [
        `GET /${one}/{id}`,
        `GET /${one}/all`,
        `GET /${one}/`,
        `POST /${one}/`,
        `DELETE /${one}/{id}`,
      ])
        expect(callAt(name).meta.path).toBeDefined();
  },
  R342: () =>
    inPage(() => {
      expect(callHeaders()).toMatchObject({ institution: '1', language: 'en', education_form: '0' });
      expect(base).toBe('/edulab/lms/api/v1');
    }),
  R341: same('R342'),
};
