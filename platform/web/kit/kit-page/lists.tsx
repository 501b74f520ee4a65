import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import type { OptionId } from '../controls/options.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { notify } from '../dialogs/notify.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListInput } from '../list/search-state.ts';
import { readSort } from '../list/search-state.ts';
import type { ListCall, ListColumn, ListFilter } from '../list/types.ts';
import { DateText, MoneyText, Person, PhoneText, StatusBadge } from '../show/people.tsx';
import { fullName } from '../show/values.ts';

const say = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;

interface Student {
  id: number;
  firstname: string;
  lastname: string;
  midname: string;
  username: string;
  group: string;
  status: 'ACCEPTED' | 'PENDING' | 'DECLINED' | 'REQUIRE_UPDATE';
  paid: string;
  phone: string;
  date: string;
  email: string;
}

const first = ['Oʻgʻiloy', 'Gʻulnora', 'Sardor', 'Дмитрий', 'Nilufar', 'Jasur', 'Malika'];
const last = ['Toʻxtayeva', 'Yoʻldoshev', 'Karimova', 'Иванов', 'Abdullayev'];
const statuses = ['ACCEPTED', 'PENDING', 'DECLINED', 'REQUIRE_UPDATE'] as const;
const words = { ACCEPTED: 'accepted', PENDING: 'pending', DECLINED: 'declined', REQUIRE_UPDATE: 'update' } as const;
const pick = <T,>(from: readonly T[], index: number): T => from[index % from.length] as T;

const students: Student[] = Array.from({ length: 500 }, (_, index) => ({
  id: index + 1,
  firstname: pick(first, index * 3),
  lastname: pick(last, index),
  midname: 'Baxtiyor oʻgʻli',
  username: `U${20260000 + index}`,
  group: `BM-${101 + (index % 9)}`,
  status: pick(statuses, index),
  paid: String(1_500_000 + index * 12_345),
  phone: `9989012${String(34_567 + index)}`,
  date: `2026-0${(index % 9) + 1}-${String((index % 28) + 1).padStart(2, '0')}`,
  email: `student${index + 1}@example.uz`,
}));

/** Answers as a list call does, from the rows above. */
interface Asked extends ListInput {
  status?: string;
  group?: string[];
  date_from?: string;
  date_to?: string;
  active?: boolean;
}
async function answer(input: Asked) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { page = 0, size = 10 } = input;
  const sort = readSort(input.sort ?? '');
  const search = (input.search ?? '').toLowerCase();
  const found = students.filter(
    (row) =>
      `${fullName(row)} ${row.username}`.toLowerCase().includes(search) &&
      (!input.status || row.status === input.status) &&
      (!input.group || input.group.includes(row.group)) &&
      (!input.date_from || row.date >= input.date_from) &&
      (!input.date_to || row.date <= input.date_to),
  );
  if (sort)
    found.sort(
      (a, b) =>
        String(a[sort.column as keyof Student]).localeCompare(String(b[sort.column as keyof Student]), 'uz', {
          numeric: true,
        }) * (sort.descending ? -1 : 1),
    );
  return { content: found.slice(page * size, (page + 1) * size), total_elements: found.length };
}

const columns: ListColumn<Student>[] = [
  {
    key: 'lastname',
    title: say('student'),
    sortable: true,
    render: (row) => <Person person={{ ...row, avatar: null }} />,
  },
  { key: 'group', title: say('group'), sortable: true },
  {
    key: 'status',
    title: say('status'),
    render: (row) => <StatusBadge status={row.status} label={say(words[row.status])} />,
  },
  { key: 'paid', title: say('paid'), sortable: true, align: 'right', render: (row) => <MoneyText value={row.paid} /> },
  { key: 'phone', title: say('phone'), render: (row) => <PhoneText value={row.phone} /> },
  { key: 'date', title: say('date'), sortable: true, render: (row) => <DateText value={row.date} /> },
  { key: 'email', title: say('email'), defaultHidden: true },
];

const filters: ListFilter<Asked>[] = [
  { key: 'status', label: say('status'), control: 'select', options: statuses.map((id) => ({ id, title: id })) },
  {
    key: 'group',
    label: say('group'),
    control: 'asyncMulti',
    load: async (search: string, ids?: OptionId[]) =>
      [...new Set(students.map((row) => row.group))]
        .filter((group) => (ids ? ids.includes(group) : group.includes(search.toUpperCase())))
        .map((group) => ({ id: group, title: group })),
  },
  { key: 'date', label: say('date'), control: 'dateRange' },
  { key: 'active', label: say('active'), control: 'boolean' },
];

export function DemoList() {
  const intl = useIntl();
  return (
    <ListPage
      embedded
      title={say('list')}
      of={{ queryKey: ({ input }) => ['kit', input], call: answer }}
      columns={columns}
      filters={filters}
      rowLabel={fullName}
      onRow={(row) => notify.success(fullName(row))}
      primaryAction={<Button leftSection={<IconPlus size={16} aria-hidden />}>{say('add')}</Button>}
      exportFn={() => notify.success()}
      actions={(row) => [
        {
          key: 'edit',
          label: say('edit'),
          icon: <IconPencil size={16} aria-hidden />,
          ...(row.status === 'ACCEPTED' ? { refused: say('why') } : { run: () => notify.success() }),
        },
        {
          key: 'delete',
          label: say('delete'),
          icon: <IconTrash size={16} aria-hidden />,
          danger: true,
          run: () => confirmDelete(async () => undefined, fullName(row)),
        },
      ]}
      bulkActions={[
        {
          key: 'delete',
          label: say('delete'),
          danger: true,
          confirm: intl.formatMessage({ id: 'kit.delete.restorable' }),
          run: () => notify.undo(say('delete'), () => notify.success()),
        },
        { key: 'edit', label: say('edit'), refused: say('why'), run: () => undefined },
      ]}
    />
  );
}

const empty: ListCall<Student, Asked> = {
  queryKey: ({ input }) => ['kit-empty', input],
  call: async () => ({ content: [], total_elements: 0 }),
};
const failing: ListCall<Student, Asked> = {
  queryKey: ({ input }) => ['kit-failed', input],
  call: async () => {
    throw { status: 500, code: 'INTERNAL_SERVER_ERROR', message: '' };
  },
};

export function EmptyList() {
  return (
    <ListPage
      embedded
      title={say('emptyList')}
      of={empty}
      columns={columns}
      empty={{ text: say('emptyText'), action: <Button size="xs">{say('add')}</Button> }}
    />
  );
}

export function FailedList() {
  return <ListPage embedded title={say('failedList')} of={failing} columns={columns} />;
}
