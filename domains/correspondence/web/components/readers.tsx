import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { id } from '#platform/contract/index.ts';
import { silent } from '#platform/web/index.ts';
import { DateTimeText, FormDrawer, Section } from '#platform/web/kit/index.ts';
import { api, type Letter, loadPeople, refresh, useFields } from '../api.ts';

const schema = z.object({ staff_ids: z.array(id).min(1).max(200) });

/** Who is to take note of the letter, and who did. */
export function Readers({ letter }: { letter: Letter }) {
  const { t } = useFields();
  const [adding, setAdding] = useState(false);
  const readers = letter.acquaintances ?? [];
  const asks =
    letter.can?.acquaint === true ||
    letter.can?.order === true ||
    letter.orders?.some(({ can }) => can.delegate) === true;
  if (readers.length === 0 && !asks) return null;
  return (
    <Section
      title={t('correspondence.readers.title')}
      actions={
        asks && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('correspondence.readers.add')}
          </Button>
        )
      }
    >
      {readers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('correspondence.readers.none')}
        </Text>
      ) : (
        <Stack gap={4}>
          {readers.map(({ staff_id, name, read_at, signature }) => (
            <Group key={staff_id} justify="space-between" gap="xs">
              <Text size="sm">{name}</Text>
              <Text size="xs" c="dimmed" component="span">
                {read_at ? <DateTimeText value={read_at} /> : t('correspondence.readers.not_yet')}
                {signature && (
                  <>
                    {' · '}
                    {signature.instead_of && `${signature.name}, `}
                    <Anchor component={Link} to={`/signature/${signature.code}`} size="xs" className="tabular">
                      {signature.code}
                    </Anchor>
                  </>
                )}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      <FormDrawer
        as="modal"
        opened={adding}
        onClose={() => setAdding(false)}
        title={t('correspondence.readers.add')}
        schema={schema}
        draftKey={false}
        notice={false}
        fields={[
          {
            control: 'async',
            name: 'staff_ids',
            label: t('correspondence.readers.who'),
            load: loadPeople,
            multiple: true,
            wide: true,
          },
        ]}
        submitLabel={t('correspondence.readers.ask')}
        save={({ staff_ids }: z.input<typeof schema>) => api.letter.acquaint.call({ id: letter.id, staff_ids }, silent)}
        onSaved={() => void refresh()}
      />
    </Section>
  );
}
