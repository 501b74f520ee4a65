import { Alert, Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, silent, today } from '#platform/web/index.ts';
import { FormDrawer, useFormBinding } from '#platform/web/kit/index.ts';
import { deliveries, letterKinds, letterLanguages, letterSave, type PersonKind } from '../../shapes.ts';
import type { Direction } from '../../workflow.ts';
import {
  api,
  type Letter,
  loadAbout,
  loadGroups,
  loadIncoming,
  loadPeople,
  pageOf,
  refresh,
  useFields,
} from '../api.ts';

const schema = z.object({
  ...saveBase,
  ...letterSave,
  files: z
    .array(z.object({ id: z.number() }).loose())
    .max(20)
    .optional(),
});

const loadStudents = loadAbout('STUDENT');
const loadStaff = loadAbout('STAFF');
const loadApplicants = loadAbout('APPLICANT');

/** The card of a letter: that which came, as the chancellery fills it in, or a draft of what is to go out. */
export function LetterForm({
  direction,
  letter,
  replyTo,
  opened,
  onClose,
  onSaved,
}: {
  direction: Direction;
  letter?: Letter | undefined;
  replyTo?: { id: number; correspondent: string } | undefined;
  opened: boolean;
  onClose: () => void;
  onSaved?: (letter: Letter) => void;
}) {
  const { t, field } = useFields();
  const comes = direction === 'INCOMING';
  const agreement = [
    ...new Set((letter?.agreement ?? []).filter(({ status }) => status === 'PENDING').map(({ staff_id }) => staff_id)),
  ];
  const about = (kind: PersonKind) => letter?.people?.flatMap((one) => (one.kind === kind ? one.id : [])) ?? [];
  const record = letter && {
    ...letter,
    agreement,
    student_ids: about('STUDENT'),
    staff_ids: about('STAFF'),
    applicant_ids: about('APPLICANT'),
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(
        letter ? 'correspondence.letter.edit' : comes ? 'correspondence.incoming.add' : 'correspondence.outgoing.add',
      )}
      schema={schema}
      {...(record ? { record } : {})}
      defaults={{
        direction,
        kind: 'LETTER',
        language: 'uz',
        confidential: false,
        shown_to_people: false,
        ...(comes ? { received_on: today(), delivery: 'POST' } : {}),
        ...(replyTo ? { reply_to_id: replyTo.id, correspondent: replyTo.correspondent } : {}),
      }}
      draftKey={letter ? false : `letter-${direction}`}
      sections={[
        {
          fields: [
            { control: 'async', ...field('group_id'), load: loadGroups(direction) },
            { control: 'select', ...field('kind'), options: choices(t, 'correspondence.kind', letterKinds) },
            { control: 'textarea', ...field('heading'), wide: true },
            {
              control: 'text',
              ...field('correspondent'),
              label: t(comes ? 'correspondence.from' : 'correspondence.to'),
              wide: true,
            },
            ...(comes
              ? ([
                  { control: 'text', ...field('their_number') },
                  { control: 'date', ...field('their_date') },
                  { control: 'text', ...field('correspondent_signer') },
                  { control: 'date', ...field('received_on') },
                ] as const)
              : ([
                  { control: 'async', ...field('reply_to_id'), load: loadIncoming, wide: true },
                  { control: 'async', ...field('signer_id'), load: loadPeople, wide: true },
                  { control: 'async', ...field('agreement'), load: loadPeople, multiple: true, wide: true },
                  { control: 'switch', ...field('in_turn'), wide: true },
                ] as const)),
          ],
        },
        {
          title: t('correspondence.letter.files'),
          fields: [{ control: 'files', name: 'files', label: t('correspondence.field.file_ids'), upload, wide: true }],
        },
        {
          title: t('correspondence.letter.people'),
          fields: [
            { control: 'async', ...field('student_ids'), load: loadStudents, multiple: true, wide: true },
            { control: 'async', ...field('staff_ids'), load: loadStaff, multiple: true, wide: true },
            { control: 'async', ...field('applicant_ids'), load: loadApplicants, multiple: true, wide: true },
            {
              control: 'switch',
              ...field('shown_to_people'),
              description: t('correspondence.letter.shown_hint'),
              wide: true,
            },
          ],
        },
        {
          title: t('correspondence.letter.more'),
          fields: [
            { control: 'select', ...field('delivery'), options: choices(t, 'correspondence.delivery', deliveries) },
            {
              control: 'select',
              ...field('language'),
              options: choices(t, 'correspondence.language', letterLanguages),
            },
            { control: 'number', ...field('sheets') },
            { control: 'number', ...field('attachments') },
            { control: 'number', ...field('attachment_sheets') },
            ...(comes
              ? ([
                  { control: 'date', ...field('due_on'), description: t('correspondence.letter.due_hint') },
                  { control: 'switch', ...field('answer_needed') },
                ] as const)
              : []),
            { control: 'switch', ...field('confidential'), description: t('correspondence.letter.confidential_hint') },
            { control: 'textarea', ...field('summary'), wide: true },
          ],
        },
      ]}
      save={async ({ files, ...rest }: z.input<typeof schema>) =>
        api.letter.save.call({ ...rest, ...(files ? { file_ids: files.map(({ id }) => id) } : {}) }, silent)
      }
      onSaved={(saved: Letter) => {
        void refresh();
        onSaved?.(saved);
      }}
    >
      {comes && <Duplicates except={letter?.id} />}
    </FormDrawer>
  );
}

/** Says while one types that this letter may be registered already. */
function Duplicates({ except }: { except: number | undefined }) {
  const { t } = useFields();
  const form = useFormBinding();
  const text = (name: string) => {
    const value = form?.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const typed = [text('correspondent').slice(0, 300), text('their_number').slice(0, 60), text('their_date')].join('\n');
  // Asked when the typing rests, not at every letter.
  const [rested] = useDebouncedValue(typed, 400);
  const [correspondent = '', their_number = '', their_date = ''] = rested.split('\n');
  const query = useQuery({
    ...api.letter.duplicates.queryOptions({
      input: {
        correspondent,
        their_number,
        ...(their_date ? { their_date } : {}),
        ...(except ? { except } : {}),
      },
      ...silent,
    }),
    enabled: correspondent !== '' && their_number !== '',
  });
  if (!query.data?.length) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('correspondence.letter.duplicate')}>
      {query.data.map(({ id, number, heading }) => (
        <div key={id}>
          <Anchor component={Link} to={pageOf({ id, direction: 'INCOMING' })} target="_blank" size="sm">
            {[number, heading].filter(Boolean).join(' · ')}
          </Anchor>
        </div>
      ))}
    </Alert>
  );
}
