import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { type Multilingual, MultilingualField, useField } from '#platform/web/kit/index.ts';

interface Grade {
  id?: number | undefined;
  title: Multilingual;
}

/** What can be reached of a type, in the order in which it is offered. */
export function Grades({ name }: { name: string }) {
  const t = useMessages();
  const { value, onChange, disabled, error } = useField<Grade[]>({ name, label: t('achievements.field.grades') }, []);
  const grades = value ?? [];
  const put = (at: number, title: Multilingual) =>
    onChange(grades.map((one, other) => (other === at ? { ...one, title } : one)));
  const up = (at: number) => {
    const moved = grades[at];
    if (moved) onChange([...grades.slice(0, at - 1), moved, ...grades.slice(at - 1).filter((one) => one !== moved)]);
  };
  return (
    <Stack gap="sm" data-path={name}>
      <div>
        <Text size="sm" fw={500}>
          {t('achievements.field.grades')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('achievements.type.grades_about')}
        </Text>
      </div>
      {grades.map((grade, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new ones have no other name
        <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <MultilingualField
              name={`${name}.${at}.title`}
              label={t('achievements.type.grade', { at: at + 1 })}
              value={grade.title}
              onChange={(title) => put(at, title)}
              disabled={disabled}
            />
          </div>
          {!disabled && (
            <Group gap={4} wrap="nowrap" mt={24}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={at === 0}
                aria-label={t('achievements.type.up', { at: at + 1 })}
                onClick={() => up(at)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('achievements.type.drop', { at: at + 1 })}
                onClick={() => onChange(grades.filter((_, other) => other !== at))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      ))}
      {!disabled && grades.length < 40 && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...grades, { title: { uz: '', ru: '', en: '' } }])}
        >
          {t('achievements.type.add_grade')}
        </Button>
      )}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
