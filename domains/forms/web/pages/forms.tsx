import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { choices, messageOf, PageSpinner, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, Empty, ListPage, Loaded, plainValue, StatusBadge } from '#platform/web/kit/index.ts';
import { formStates } from '../../workflow.ts';
import { api } from '../api.ts';
import { Builder } from '../components/builder.tsx';

const isId = (value: unknown) => /^\d{1,9}$/.test(String(value));

/** Forms in all their versions; one of them is built, or read as it was. */
export default function Forms() {
  const { id, type } = useSearch({ strict: false }) as { id?: unknown; type?: unknown };
  if (isId(id)) return <One id={Number(id)} />;
  if (isId(type)) return <OfType id={Number(type)} />;
  return <Versions />;
}

/** What is prepared of a type, what is live where nothing is, or a first form. */
function OfType({ id }: { id: number }) {
  const query = useQuery(api.type.get.queryOptions({ input: { id }, ...silent }));
  if (query.error && !query.data) return <Empty title={messageOf(query.error)} />;
  if (!query.data) return <PageSpinner />;
  const form = query.data.draft_id ?? query.data.form_id;
  return form === null ? <Builder form={null} type={query.data} /> : <One id={form} />;
}

function One({ id }: { id: number }) {
  const query = useQuery(api.form.get.queryOptions({ input: { id }, ...silent }));
  return <Loaded query={query}>{(data) => <Builder key={data.id} form={data} type={null} />}</Loaded>;
}

function Versions() {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <ListPage
      title={t('forms.builder.title')}
      description={t('forms.builder.about')}
      name="request-forms"
      of={api.form.list}
      rowHref={(row) => `/form/forms?id=${row.id}`}
      rowLabel={(row) => plainValue(row.title, locale)}
      defaults={{ size: 20, filters: { status: 'LIVE' } }}
      columns={[
        { key: 'title', title: t('forms.field.title'), render: (row) => plainValue(row.title, locale) },
        { key: 'revision', title: t('forms.field.revision'), align: 'right' },
        {
          key: 'status',
          title: t('forms.field.status'),
          render: (row) => (
            <StatusBadge
              status={row.status}
              color={row.status === 'LIVE' ? 'teal' : row.status === 'DRAFT' ? 'blue' : 'gray'}
              label={t(`forms.form_state.${row.status}`)}
            />
          ),
        },
        { key: 'live_at', title: t('forms.field.live_at'), render: (row) => <DateText value={row.live_at} /> },
        { key: 'requests', title: t('forms.builder.requests'), align: 'right' },
      ]}
      filters={[
        {
          key: 'status',
          label: t('forms.field.status'),
          control: 'select',
          options: choices(t, 'forms.form_state', formStates),
        },
        {
          key: 'type_id',
          label: t('forms.field.type_id'),
          control: 'select',
          load: (search, ids) => api.type.all.call(ids ? { ids: ids.join(',') } : { search }),
        },
      ]}
      empty={{ title: t('forms.builder.none'), text: t('forms.builder.none_about') }}
    />
  );
}
