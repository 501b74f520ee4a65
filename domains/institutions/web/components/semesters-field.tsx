import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { DateField, useFormBinding } from '#platform/web/kit/index.ts';

interface Semester {
  id?: number;
  number: number;
  starts_on: string | null;
  ends_on: string | null;
}
const most = 4;

/** The dates of a year's semesters. One that is saved already keeps its place: marks and timetables refer to it. */
export function SemestersField({ name }: { name: string }) {
  const t = useMessages();
  const form = useFormBinding();
  const semesters = (form?.get(name) ?? []) as Semester[];
  const last = semesters.length - 1;
  const add = () => form?.set(name, [...semesters, { number: semesters.length + 1, starts_on: null, ends_on: null }]);
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('institutions.field.semesters')}</Text>
      {semesters.map((semester, index) => (
        <Group key={semester.number} align="flex-start" gap="xs" grow preventGrowOverflow={false}>
          <DateField
            name={`${name}.${index}.starts_on`}
            label={t('institutions.semester.starts_on', { number: semester.number })}
          />
          <DateField
            name={`${name}.${index}.ends_on`}
            label={t('institutions.semester.ends_on', { number: semester.number })}
          />
          {index === last && semester.id === undefined && !form?.disabled && (
            <ActionIcon
              variant="subtle"
              color="red"
              mt={26}
              flex="0 0 auto"
              aria-label={t('institutions.semester.remove', { number: semester.number })}
              onClick={() => form?.set(name, semesters.slice(0, -1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {semesters.length < most && !form?.disabled && (
        <Button
          w="fit-content"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {t('institutions.semester.add')}
        </Button>
      )}
    </Stack>
  );
}
