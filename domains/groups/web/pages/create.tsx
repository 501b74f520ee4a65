import { Anchor, Group as Row, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { silent, today, useMessages } from '#platform/web/index.ts';
import { notify, PageHeader, RecordForm, Section } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { groupFields, groupSchema, nextName } from '../components/group-fields.ts';

type Saved = Awaited<ReturnType<typeof api.group.save.call>>;

/** Creates groups one after another: what they share stays in the form, the name counts on. */
export default function CreateGroups() {
  const t = useMessages();
  const [made, setMade] = useState<Saved[]>([]);
  const last = made.at(-1);
  const start = useMemo(
    () =>
      last
        ? {
            course_id: last.course_id,
            entry_year: last.entry_year,
            language: last.language,
            education_form_id: last.education_form_id,
            capacity: last.capacity,
            kind: last.kind,
            parent_id: last.parent_id,
            name: nextName(last.name),
          }
        : { entry_year: Number(today().slice(0, 4)), language: 'uz', capacity: 30, kind: 'MAIN' },
    [last],
  );
  const [kind, setKind] = useState('MAIN');
  return (
    <Stack gap="md" maw={760}>
      <PageHeader back="/groups" title={t('groups.create.title')} description={t('groups.create.about')} />
      <Section>
        <RecordForm
          notice={false}
          key={last?.id ?? 0}
          schema={groupSchema}
          defaults={start}
          fields={groupFields(t, kind === 'SUBGROUP', false)}
          submitLabel={t('groups.create.submit')}
          save={(payload) => api.group.save.call(payload, silent)}
          onSaved={(saved: Saved) => {
            notify.success(t('groups.create.done', { name: saved.name }));
            setMade([...made, saved]);
            void refresh();
          }}
        >
          {(state) => {
            if (state.values.kind !== kind) queueMicrotask(() => setKind(state.values.kind));
            return null;
          }}
        </RecordForm>
      </Section>
      {made.length > 0 && (
        <Section title={t('groups.create.made')}>
          <Stack gap={6}>
            {made.map((group) => (
              <Row key={group.id} gap={8}>
                <IconCircleCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden />
                <Anchor component={Link} to={`/groups/${group.id}`} size="sm">
                  {group.name}
                </Anchor>
              </Row>
            ))}
            {last && (
              <Text size="sm">
                <Anchor
                  component={Link}
                  {...({
                    to: '/groups/assign',
                    search: { course: last.course_id, entry_year: last.entry_year },
                  } as object)}
                >
                  {t('groups.assign.open')}
                </Anchor>
              </Text>
            )}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
