import { Alert, Anchor, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { silent } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { feedbackSave } from '../../shapes.ts';
import { api, type Feedback, loadPeople, refresh, useFields } from '../api.ts';

const { file_ids: _files, ...asked } = feedbackSave;
const schema = z.object({
  ...saveBase,
  ...asked,
  files: z
    .array(z.object({ id: z.number() }).loose())
    .max(5)
    .optional(),
});

/** Write something, or change what nobody has taken up yet. */
export function WriteForm({
  opened,
  onClose,
  of,
}: {
  opened: boolean;
  onClose: () => void;
  of?: Feedback | undefined;
}) {
  const { t, field } = useFields();
  const navigate = useNavigate();
  const types = useQuery(api.feedback.types.queryOptions({ ...silent }));
  const options = (types.data ?? []).map(({ id, title, kind, answer_days }) => ({
    id,
    title: `${t(`feedback.kind.${kind}`)}: ${title}`,
    description: t('feedback.days', { days: answer_days }),
  }));
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(of ? 'feedback.edit' : 'feedback.add')}
      schema={schema}
      record={
        of && {
          id: of.id,
          version: of.version,
          type_id: of.type_id,
          subject: of.subject,
          text: of.text,
          confidential: of.mode === 'CONFIDENTIAL',
          about_staff_id: of.about_staff_id,
          files: of.files ?? [],
        }
      }
      draftKey={of ? false : 'feedback'}
      intro={
        of ? undefined : (
          <Alert icon={<IconEyeOff aria-hidden />} color="gray">
            <Text size="sm">
              {t('feedback.nameless_hint')}{' '}
              <Anchor component={Link} to="/feedback/anonymous" size="sm" underline="always">
                {t('feedback.nameless_go')}
              </Anchor>
            </Text>
          </Alert>
        )
      }
      fields={[
        { control: 'select', ...field('type_id'), options, wide: true },
        { control: 'text', ...field('subject'), maxLength: 200, wide: true },
        { control: 'textarea', ...field('text'), rows: 7, maxLength: 5000, wide: true },
        {
          control: 'switch',
          ...field('confidential'),
          description: t('feedback.confidential_hint'),
          wide: true,
        },
        {
          control: 'async',
          ...field('about_staff_id'),
          load: loadPeople,
          description: t('feedback.about_hint'),
          wide: true,
        },
        { control: 'files', name: 'files', label: t('feedback.field.file_ids'), upload, wide: true },
      ]}
      save={async ({ files, ...rest }: z.input<typeof schema>) =>
        api.feedback.save.call({ ...rest, ...(files ? { file_ids: files.map(({ id }) => id) } : {}) }, silent)
      }
      onSaved={(saved: Feedback) => {
        void refresh();
        if (!of) void navigate({ to: `/feedback/${saved.id}` });
      }}
    />
  );
}
