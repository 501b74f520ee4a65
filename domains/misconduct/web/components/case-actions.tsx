import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { id, requiredText } from '#platform/contract/index.ts';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, FormDrawer, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { answers, appealOutcomes, audiences, conclusions, findings, penalties } from '../../shapes.ts';
import { boardStates, toldStates } from '../../workflow.ts';
import { api, idsOf, loadPeople, type Offence, refresh } from '../api.ts';

/** What the reader of a case can do in it now: those acts alone that the server would take. */

const files = z.array(z.unknown()).optional();
const instant = z.iso.datetime({ offset: true });
const schemas = {
  take_up: z.object({ leader_id: id, mentor_id: id, statement_until: instant }),
  consult: z.object({ text: requiredText(8000), conclusion: z.enum(conclusions) }),
  panel: z.object({ hearing_at: instant, place: requiredText(200), chair: id, members: z.array(id).min(2) }),
  bundle: z.object({ text: z.string().optional(), file_ids: files }),
  finding: z.object({ finding: z.enum(findings), reason: requiredText(8000) }),
  penalty: z.object({ penalty: z.enum(penalties), reason: z.string().optional() }),
  publish: z.object({ to: z.array(z.enum(audiences)).min(1), reason: z.string().optional() }),
  unpublish: z.object({ to: z.array(z.enum(audiences)).min(1), reason: requiredText(2000) }),
  board: z.object({ status: z.enum(boardStates), reason: z.string().optional() }),
  decide_appeal: z.object({ outcome: z.enum(appealOutcomes), reason: requiredText(4000) }),
  statement: z.object({ text: requiredText(8000), file_ids: files }),
  answer: z.object({ answer: z.enum(answers), comment: z.string().optional() }),
  appeal: z.object({ text: requiredText(8000) }),
};
type Form = keyof typeof schemas;
type Act = Form | 'conclude' | 'leave' | 'sign' | 'waive' | 'close' | 'report' | 'to_panel';

/** What a case can do without: it is never the next thing to do. */
const aside: readonly Act[] = ['unpublish', 'board', 'bundle'];

/** Which acts a case offers to this reader. */
function actsOf(
  row: Offence,
  can: (permission: Parameters<ReturnType<typeof useAbility>['can']>[0]) => boolean,
): Act[] {
  const { view, status, next } = row;
  const sits = view === 'PANEL' && status === 'PANEL';
  const office = view === 'OFFICE';
  const newest = row.bundles.at(-1);
  const student = view === 'STUDENT';
  const wanted: [Act, boolean][] = [
    ['report', status === 'DRAFT' && next.includes('REPORTED')],
    ['take_up', next.includes('CONSULTATION')],
    ['consult', view === 'CONSULTANT' && status === 'CONSULTATION' && (row.report?.status ?? 'DRAFT') === 'DRAFT'],
    [
      'conclude',
      view === 'CONSULTANT' && status === 'CONSULTATION' && row.report !== null && row.report.status !== 'DRAFT',
    ],
    ['to_panel', office && next.includes('PANEL')],
    ['panel', office && status === 'PANEL' && row.finding === null && can('offence.triage')],
    ['bundle', office && status === 'PANEL' && row.panel !== null && row.finding === null && can('offence.triage')],
    ['leave', sits && newest?.needs_leave === true],
    ['finding', sits && row.finding === null && newest !== undefined],
    ['penalty', sits && row.finding?.finding === 'PROVEN' && row.penalty_decision === null],
    ['sign', sits && row.penalty_decision !== null && !row.penalty_decision.signed],
    [
      'publish',
      can('offence.publish') &&
        !student &&
        (next.includes('PUBLISHED') ||
          (toldStates.some((one) => one === status) &&
            (row.published_student_at === null || row.published_registrar_at === null))),
    ],
    ['unpublish', next.includes('UNPUBLISHED')],
    ['board', office && can('offence.board') && !['DRAFT', 'REPORTED', 'DISMISSED'].includes(status)],
    ['decide_appeal', next.includes('APPEAL_DECIDED')],
    ['close', next.includes('CLOSED')],
    ['statement', student && status === 'CONSULTATION'],
    ['answer', student && row.report?.status === 'SIGNED_BY_STAFF'],
    ['waive', student && status === 'PANEL' && row.finding === null],
    ['appeal', student && next.includes('APPEALED') && row.published_student_at !== null],
  ];
  return wanted.flatMap(([act, offered]) => (offered ? [act] : []));
}

export function CaseActions({ row }: { row: Offence }) {
  const t = useMessages();
  const ability = useAbility();
  const [open, setOpen] = useState<Form>();
  const [dismissing, setDismissing] = useState(false);
  const one = { id: row.id, version: row.version };
  const done = async () => {
    await refresh();
    notify.success(t('misconduct.act.done'));
  };
  const at = async (work: () => Promise<unknown>) => {
    await work();
    await done();
  };
  const direct: Partial<Record<Act, () => Promise<unknown>>> = {
    report: () => api.offence.status.call({ ...one, status: 'REPORTED' }, silent),
    conclude: () => api.offence.status.call({ ...one, status: 'CONCLUDED' }, silent),
    to_panel: () => api.offence.status.call({ ...one, status: 'PANEL' }, silent),
    close: () => api.offence.status.call({ ...one, status: 'CLOSED' }, silent),
    leave: () => api.offence.leave.call({ ...one, bundle_id: row.bundles.at(-1)?.id ?? 0 }, silent),
    sign: () => api.offence.sign.call(one, silent),
    waive: () => api.offence.waive.call({ ...one, waive: true }, silent),
  };
  const acts = actsOf(row, ability.can);
  const isForm = (act: Act): act is Form => act in schemas;
  return (
    <>
      <Group>
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === acts[0] && !aside.includes(act) ? 'filled' : 'default'}
            onClick={() => {
              const now = direct[act];
              if (isForm(act)) setOpen(act);
              else if (now) void at(now).catch(notify.error);
            }}
          >
            {t(`misconduct.act.${act}`)}
          </Button>
        ))}
        {row.next.includes('DISMISSED') && (
          <Button variant="default" color="red" onClick={() => setDismissing(true)}>
            {t('misconduct.act.dismiss')}
          </Button>
        )}
      </Group>
      <ReasonDialog
        opened={dismissing}
        onClose={() => setDismissing(false)}
        title={t('misconduct.act.dismiss')}
        danger
        onConfirm={(reason) => at(() => api.offence.status.call({ ...one, status: 'DISMISSED', reason }, silent))}
      />
      {open && <ActForm act={open} row={row} onClose={() => setOpen(undefined)} onDone={() => void done()} />}
    </>
  );
}

function ActForm({ act, row, onClose, onDone }: { act: Form; row: Offence; onClose: () => void; onDone: () => void }) {
  const t = useMessages();
  const one = { id: row.id, version: row.version };
  const text = (
    name: 'text' | 'reason' | 'comment',
    label: 'text' | 'reason' | 'comment' | 'consultation' | 'own_words' | 'appeal_text' = name,
  ): FieldDefinition => ({ control: 'textarea', name, label: t(`misconduct.field.${label}`), wide: true });
  const choice = (name: string, label: string, options: { id: string; title: string }[]): FieldDefinition => ({
    control: 'select',
    name,
    label,
    options,
    wide: true,
  });
  const evidence: FieldDefinition = {
    control: 'files',
    name: 'file_ids',
    label: t('misconduct.field.file_ids'),
    upload,
    wide: true,
  };
  const whom: FieldDefinition = {
    control: 'select',
    name: 'to',
    label: t('misconduct.publish.to'),
    options: choices(t, 'misconduct.audience', audiences),
    multiple: true,
    wide: true,
  };
  const people = useMemo(() => loadPeople(row.id, act === 'panel' ? 'PANEL' : 'CONSULTATION'), [row.id, act]);
  const person = (name: string, label: string): FieldDefinition => ({ control: 'async', name, label, load: people });
  // What was done is said once, by whoever opened the form.
  const shared = { opened: true, notice: false, onClose, title: t(`misconduct.act.${act}`), onSaved: onDone } as const;
  switch (act) {
    case 'take_up':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.take_up}
          defaults={{}}
          fields={[
            person('leader_id', t('misconduct.field.leader_id')),
            person('mentor_id', t('misconduct.field.mentor_id')),
            { control: 'datetime', name: 'statement_until', label: t('misconduct.field.statement_until') },
          ]}
          save={(given: z.infer<typeof schemas.take_up>) =>
            api.offence.status.call({ ...one, status: 'CONSULTATION', ...given }, silent)
          }
        />
      );
    case 'consult':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.consult}
          defaults={row.report ? { text: row.report.text } : {}}
          fields={[
            text('text', 'consultation'),
            choice('conclusion', t('misconduct.field.conclusion'), choices(t, 'misconduct.conclusion', conclusions)),
          ]}
          save={(given: z.infer<typeof schemas.consult>) =>
            api.consultation.save.call(
              row.report
                ? { id: row.report.id, version: row.report.version, ...given, status: 'SIGNED_BY_STAFF' }
                : { offence_id: row.id, ...given, status: 'SIGNED_BY_STAFF' },
              silent,
            )
          }
        />
      );
    case 'panel':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.panel}
          defaults={row.panel ? { hearing_at: row.panel.hearing_at, place: row.panel.place } : {}}
          fields={[
            { control: 'datetime', name: 'hearing_at', label: t('misconduct.field.hearing_at') },
            { control: 'text', name: 'place', label: t('misconduct.field.place') },
            person('chair', t('misconduct.role.CHAIR')),
            {
              control: 'async',
              name: 'members',
              label: t('misconduct.panel.members'),
              load: people,
              multiple: true,
              wide: true,
            },
          ]}
          save={({ chair, members, ...given }: z.infer<typeof schemas.panel>) =>
            api.offence.panel.call(
              {
                ...one,
                ...given,
                members: [
                  { staff_id: chair, role: 'CHAIR' },
                  ...members.map((staff_id) => ({ staff_id, role: 'MEMBER' as const })),
                ],
              },
              silent,
            )
          }
        />
      );
    case 'bundle':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.bundle}
          defaults={{}}
          fields={[text('text', 'comment'), evidence]}
          save={({ file_ids, ...given }: z.infer<typeof schemas.bundle>) =>
            api.offence.bundle.call({ ...one, ...given, file_ids: idsOf(file_ids) }, silent)
          }
        />
      );
    case 'finding':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.finding}
          defaults={{}}
          fields={[
            choice('finding', t('misconduct.field.finding'), choices(t, 'misconduct.finding', findings)),
            text('reason'),
          ]}
          save={(given: z.infer<typeof schemas.finding>) =>
            api.offence.finding.call({ ...one, ...given, bundle_id: row.bundles.at(-1)?.id ?? 0 }, silent)
          }
        />
      );
    case 'penalty':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.penalty}
          defaults={{}}
          intro={<Tariff id={row.id} />}
          fields={[
            choice('penalty', t('misconduct.field.penalty'), choices(t, 'misconduct.penalty', penalties)),
            text('reason'),
          ]}
          save={(given: z.infer<typeof schemas.penalty>) => api.offence.penalty.call({ ...one, ...given }, silent)}
        />
      );
    case 'publish':
      return (
        <FormDrawer
          {...shared}
          as="modal"
          schema={schemas.publish}
          defaults={{ to: [...audiences] }}
          fields={[whom, text('reason')]}
          save={(given: z.infer<typeof schemas.publish>) => api.offence.publish.call({ ...one, ...given }, silent)}
        />
      );
    case 'unpublish':
      return (
        <FormDrawer
          {...shared}
          as="modal"
          schema={schemas.unpublish}
          defaults={{ to: [...audiences] }}
          fields={[whom, text('reason')]}
          save={(given: z.infer<typeof schemas.unpublish>) => api.offence.unpublish.call({ ...one, ...given }, silent)}
        />
      );
    case 'board':
      return (
        <FormDrawer
          {...shared}
          as="modal"
          schema={schemas.board}
          defaults={{}}
          fields={[
            choice('status', t('misconduct.field.subject_board_status'), choices(t, 'misconduct.board', boardStates)),
            text('reason'),
          ]}
          save={(given: z.infer<typeof schemas.board>) => api.offence.board.call({ ...one, ...given }, silent)}
        />
      );
    case 'decide_appeal':
      return (
        <FormDrawer
          {...shared}
          as="modal"
          schema={schemas.decide_appeal}
          defaults={{}}
          fields={[
            choice('outcome', t('misconduct.field.outcome'), choices(t, 'misconduct.appeal', appealOutcomes)),
            text('reason'),
          ]}
          save={(given: z.infer<typeof schemas.decide_appeal>) =>
            api.offence.decide_appeal.call({ ...one, ...given }, silent)
          }
        />
      );
    case 'statement':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.statement}
          defaults={{ text: row.statement ?? '', file_ids: row.statement_files }}
          fields={[text('text', 'own_words'), evidence]}
          save={({ file_ids, ...given }: z.infer<typeof schemas.statement>) =>
            api.offence.statement.call({ ...one, ...given, file_ids: idsOf(file_ids) }, silent)
          }
        />
      );
    case 'answer':
      return (
        <FormDrawer
          {...shared}
          as="modal"
          schema={schemas.answer}
          defaults={{}}
          fields={[
            choice('answer', t('misconduct.field.answer'), choices(t, 'misconduct.answer', answers)),
            text('comment'),
          ]}
          save={(given: z.infer<typeof schemas.answer>) => api.offence.answer.call({ ...one, ...given }, silent)}
        />
      );
    case 'appeal':
      return (
        <FormDrawer
          {...shared}
          schema={schemas.appeal}
          defaults={{}}
          fields={[text('text', 'appeal_text')]}
          save={(given: z.infer<typeof schemas.appeal>) => api.offence.appeal.call({ ...one, ...given }, silent)}
        />
      );
  }
}

/** Points, band and what there was before: told to the panel once it has found something. */
function Tariff({ id: of }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(api.offence.tariff.queryOptions({ input: { id: of }, ...silent }));
  if (!data) return null;
  return (
    <Alert color="gray">
      {t('misconduct.tariff.band', {
        points: data.points,
        band: data.band.map((one) => t(`misconduct.penalty.${one}`)).join(', '),
        previous: data.previous.length,
      })}
    </Alert>
  );
}
