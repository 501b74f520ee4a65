import { and, inArray, isNull } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { versionWorkflow } from '../workflow.ts';
import { shippedTypes } from './shipped/index.ts';
import { forms, formTypes } from './tables.ts';

/** Brings in the types that come along and are not there yet, each with a live form; what an institution has stays as it is. */
export async function bringShipped(call: Call): Promise<{ made: number }> {
  const known = await call.db
    .select({ code: formTypes.code })
    .from(formTypes)
    .where(
      and(
        inArray(
          formTypes.code,
          shippedTypes.map(({ code }) => code),
        ),
        isNull(formTypes.deleted_at),
      ),
    );
  const absent = shippedTypes.filter(({ code }) => !known.some((row) => row.code === code));
  if (absent.length === 0) return { made: 0 };
  const types = await call.db
    .insert(formTypes)
    .values(
      absent.map(({ form: _, ...type }) => ({
        ...type,
        position: shippedTypes.findIndex(({ code }) => code === type.code) * 10,
        status: 'ACTIVE' as const,
      })),
    )
    .returning({ id: formTypes.id, code: formTypes.code });
  const made = await call.db
    .insert(forms)
    .values(
      absent.flatMap(({ code, title, form }) => {
        const type = types.find((row) => row.code === code);
        return type ? [{ ...form, title, type_id: type.id, status: 'LIVE' as const, live_at: clock.iso() }] : [];
      }),
    )
    .returning({ id: forms.id });
  await recordTransition(
    call,
    versionWorkflow.entity,
    made.map(({ id }) => ({ id, from: null })),
    'LIVE',
    {},
  );
  return { made: absent.length };
}
