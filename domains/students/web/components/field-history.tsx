import { ActionIcon, Popover, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntlShape, useMessages } from '#platform/web/index.ts';
import { Arrow, DateTimeText, plainValue } from '#platform/web/kit/index.ts';
import { api, type Profile } from '../api.ts';
import { ofField } from '../history.ts';
import { useShownValue } from './shown-value.ts';

/** Beside a field that was changed since the record was made: who changed it, when, from what to what. */
export function FieldHistory({ student, field }: { student: Profile; field: string }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const shown = useShownValue();
  const { data } = useQuery({
    ...api.history.queryOptions({ input: { id: student.id }, context: { silent: true } }),
    enabled: Boolean(student.can?.history),
  });
  const changes = data ? ofField(data, field) : [];
  if (changes.length === 0) return null;
  const label = t('students.history.of', { field: shown.label(field), count: changes.length });
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} my={-6} aria-label={label} title={label}>
          <IconHistory size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs" mah={260} tabIndex={0} style={{ overflowY: 'auto' }}>
          {changes.map((change) => (
            <div key={`${change.at}`}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <del>{plainValue(shown.value(field, change.old), locale)}</del> <Arrow />{' '}
                <b>{plainValue(shown.value(field, change.new), locale)}</b>
              </Text>
              <Text size="xs" c="dimmed">
                {change.by ?? t('students.history.system')} · <DateTimeText value={change.at} />
              </Text>
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
