import { eq } from 'drizzle-orm';
import { languageOf, type ShownLocale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { enterAs, institutionFor, keptOf, readUserInfo } from '../accounts/user-info.ts';
import { actionLog } from '../tables.ts';

/** What people do with their own account besides passwords and sessions. */

export async function keepAction(
  call: Call,
  input: { action?: string | undefined; page?: string | undefined; details?: Record<string, unknown> | undefined },
) {
  await call.db.insert(actionLog).values({
    account_id: call.account_id,
    action: input.action ?? '',
    page: input.page ?? '',
    details: input.details ?? {},
  });
  return { ok: true as const };
}

interface Choice {
  institution?: number | undefined;
  institution_id?: number | undefined;
  education_form?: number | null | undefined;
  locale?: ShownLocale | undefined;
}

/** Keeps the chosen institution, education form and language; answers who the caller is there. */
export async function saveSettings(call: Call, input: Choice) {
  const wish = input.institution ?? input.institution_id;
  if (wish !== undefined && (await institutionFor(call, call.account_id, wish)) !== wish)
    throw fail('INSTITUTION_NOT_ALLOWED');
  const values = {
    ...(wish === undefined ? {} : { selected_institution: wish }),
    ...(input.education_form === undefined ? {} : { selected_education_form: input.education_form || null }),
    ...keptOf(input.locale),
  };
  if (Object.keys(values).length) await call.db.update(accounts).set(values).where(eq(accounts.id, call.account_id));
  if (wish !== undefined && wish !== call.institution_id) await enterAs(call, call.account_id, wish);
  const seen = Object.assign(Object.create(call) as Call, {
    locale: input.locale === undefined ? call.locale : languageOf(input.locale),
    education_form: input.education_form === undefined ? call.education_form : input.education_form || null,
  });
  return { ok: true as const, user_info: await readUserInfo(seen) };
}
