import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { type FieldProps, useField } from '#platform/web/kit/index.ts';

interface NamedLink {
  title: string;
  url: string;
}

/** Links with their names, a line each. */
export function LinksField(props: FieldProps<NamedLink[]>) {
  const t = useMessages();
  const { value, onChange, input, error } = useField<NamedLink[]>(props, []);
  const set = (at: number, part: Partial<NamedLink>) =>
    onChange(value.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <Input.Wrapper labelElement="div" label={input.label} error={error} data-path={props.name}>
      <Stack gap="xs" mt={4}>
        {value.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('lessons.link.title', { number: at + 1 })}
              placeholder={t('lessons.link.title.hint')}
              value={link.title}
              onChange={(event) => set(at, { title: event.currentTarget.value })}
              flex={1}
            />
            <TextInput
              aria-label={t('lessons.link.url', { number: at + 1 })}
              placeholder="https://"
              type="url"
              value={link.url}
              onChange={(event) => set(at, { url: event.currentTarget.value })}
              flex={1}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('lessons.link.remove', { number: at + 1 })}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          w="fit-content"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...value, { title: '', url: '' }])}
        >
          {t('lessons.link.add')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
