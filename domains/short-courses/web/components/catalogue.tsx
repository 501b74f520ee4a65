import { Button, Group, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { choices, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Empty, SelectField, SwitchField } from '#platform/web/kit/index.ts';
import { formats } from '../../formats.ts';
import { api } from '../api.ts';
import { CourseCard } from './course-card.tsx';

const step = 12;

/** What is open now, by category, form and word. For strangers and for whoever has an account. */
export function Catalogue() {
  const t = useMessages();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [category, setCategory] = useState<string | null>(null);
  const [format, setFormat] = useState<(typeof formats)[number] | null>(null);
  const [free, setFree] = useState(false);
  const [size, setSize] = useState(step);
  const { data: categories = [] } = useQuery(api.catalogue.categories.queryOptions({ ...silent }));
  const query = useQuery({
    ...api.catalogue.list.queryOptions({
      input: {
        size,
        ...(search ? { search } : {}),
        ...(category ? { category_id: Number(category) } : {}),
        ...(format ? { format } : {}),
        ...(free ? { free } : {}),
      },
      ...silent,
    }),
    placeholderData: keepPreviousData,
  });
  // Cards are many: drawn in slices, so that whoever types or scrolls meanwhile is heard.
  const data = useDeferredValue(query.data);
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <TextInput
          flex={1}
          miw={200}
          label={t('short-courses.catalogue.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SelectField
          label={t('short-courses.field.category')}
          options={categories.map(({ id, title, courses }) => ({ id: String(id), title: `${title} (${courses})` }))}
          value={category}
          onChange={(value) => setCategory(value === null || value === undefined ? null : String(value))}
          clearable
        />
        <SelectField
          label={t('short-courses.field.format')}
          options={choices(t, 'short-courses.format', formats)}
          value={format}
          onChange={(value) => setFormat(formats.find((one) => one === value) ?? null)}
          clearable
        />
        <SwitchField label={t('short-courses.catalogue.free')} value={free} onChange={(on) => setFree(Boolean(on))} />
      </Group>
      {!data && !query.isError && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {data?.content.length === 0 && (
        <Empty title={t('short-courses.catalogue.empty')} text={t('short-courses.catalogue.empty_text')} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="section">
        {data?.content.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </SimpleGrid>
      {data && data.total_elements > data.content.length && size < 192 && (
        <Button variant="default" onClick={() => setSize(size + step)} loading={query.isFetching}>
          {t('short-courses.catalogue.more')}
        </Button>
      )}
    </Stack>
  );
}
