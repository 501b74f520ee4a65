import {
  Badge,
  Group,
  Image,
  Pagination,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBook, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { choices, useMessages } from '#platform/web/index.ts';
import { Empty, SelectField } from '#platform/web/kit/index.ts';
import { itemLanguages } from '../../shapes.ts';
import { api, type Item } from '../api.ts';
import styles from './shelf.module.css';

const pageSize = 24;
const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
type Search = { search?: string; type?: string; language?: string; page?: string };

/** The library as covers on a shelf. Search, filters and page stand in the address. */
export function Shelf({ open }: { open: (id: number) => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Search;
  const page = Math.max(1, Number(asked.page) || 1);
  const set = (more: Search) =>
    void navigate({
      to: '.',
      search: (old: object) =>
        Object.fromEntries(Object.entries({ ...old, page: undefined, ...more }).filter(([, value]) => value)),
      replace: true,
    });
  const type_ = useDebouncedCallback((search: string) => set({ search }), 250);
  const { data, isPending } = useQuery({
    ...api.e_library.list.queryOptions({
      input: {
        size: pageSize,
        page: page - 1,
        ...(asked.search ? { search: asked.search } : {}),
        ...(asked.type ? { type: asked.type as Item['type'] } : {}),
        ...(asked.language ? { language: asked.language as Item['language'] } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data: types } = useQuery(api.e_library.types.queryOptions());
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end">
        <TextInput
          aria-label={t('library.item.search')}
          placeholder={t('library.item.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={asked.search ?? ''}
          onChange={(event) => type_(event.currentTarget.value)}
          style={{ flex: '1 1 260px' }}
        />
        <SelectField
          name="type"
          aria-label={t('library.field.type')}
          placeholder={t('library.field.type')}
          clearable
          options={(types ?? [])
            .filter(({ count, id }) => count > 0 || id === asked.type)
            .map(({ id, title, count }) => ({ id, title: `${title} · ${count}` }))}
          value={asked.type ?? null}
          onChange={(type) => set({ type: String(type ?? '') })}
        />
        <SelectField
          name="language"
          aria-label={t('library.field.language')}
          placeholder={t('library.field.language')}
          clearable
          options={choices(t, 'library.language', itemLanguages)}
          value={asked.language ?? null}
          onChange={(language) => set({ language: String(language ?? '') })}
        />
      </Group>
      {data?.content.length === 0 ? (
        <Empty text={asked.search || asked.type ? undefined : t('library.item.empty')} />
      ) : (
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 4, md: 5, xl: 8 }} spacing="md">
          {isPending
            ? places.map((place) => <Skeleton key={place} height={230} radius="md" />)
            : data?.content.map((item) => <Cover key={item.id} item={item} open={open} />)}
        </SimpleGrid>
      )}
      {data && data.total_pages > 1 && (
        <Pagination
          total={data.total_pages}
          value={page}
          onChange={(next) => set({ page: String(next) })}
          getControlProps={(control) => ({ 'aria-label': t(`library.page.${control}`) })}
        />
      )}
    </Stack>
  );
}

function Cover({ item, open }: { item: Item; open: (id: number) => void }) {
  const t = useMessages();
  return (
    <UnstyledButton className={styles.book} onClick={() => open(item.id)}>
      {item.cover ? (
        <Image src={`${item.cover.src}&size=256`} alt="" className={styles.cover} loading="lazy" />
      ) : (
        <div className={styles.blank} data-type={item.type} aria-hidden>
          <IconBook size={22} stroke={1.5} />
          <span>{item.title}</span>
        </div>
      )}
      <Text size="sm" fw={600} lineClamp={2} mt={8}>
        {item.title}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {[item.authors[0], item.year].filter(Boolean).join(' · ') || t(`library.type.${item.type}`)}
      </Text>
      {!item.active && (
        <Badge size="xs" variant="default">
          {t('library.draft')}
        </Badge>
      )}
    </UnstyledButton>
  );
}
