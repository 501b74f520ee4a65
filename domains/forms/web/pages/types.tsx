import { Button, Stack, Text } from '@mantine/core';
import { IconDownload, IconHammer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, type NameIn, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  notify,
  plainValue,
  ResourcePage,
  Section,
  SmallTable,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { audiences, situations, typeSave } from '../../shapes.ts';
import { typeStates } from '../../workflow.ts';
import { api, refresh } from '../api.ts';

const schema = z.object({ ...saveBase, ...typeSave });
const fresh = { audience: ['ACTIVE'], status: 'DRAFT' };

/** What can be asked for, and how long each step of it takes. */
export default function Types() {
  const t = useMessages();
  const { locale } = useLocale();
  const label = (name: NameIn<'forms.field'>) => t(`forms.field.${name}`);
  const field = <N extends NameIn<'forms.field'>>(name: N) => ({ name, label: label(name) });
  const bring = async () => {
    const sure = await confirm({
      title: t('forms.shipped.sure'),
      name: t('forms.shipped.name'),
      text: t('forms.shipped.about'),
      yes: t('forms.shipped.yes'),
    });
    if (!sure) return;
    try {
      const { made } = await api.type.shipped.call({}, silent);
      notify.success(t('forms.shipped.made', { count: made }));
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  return (
    <Stack>
      <ResourcePage
        of={api.type}
        messages="forms.types"
        manage
        schema={schema}
        fresh={fresh}
        rowLabel={(row) => plainValue(row.title, locale)}
        toolbar={
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void bring()}>
            {t('forms.shipped.yes')}
          </Button>
        }
        columns={[
          { key: 'title', title: label('title'), render: (row) => plainValue(row.title, locale) },
          {
            key: 'status',
            title: label('status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={row.status === 'ACTIVE' ? 'teal' : 'gray'}
                label={t(`forms.type_state.${row.status}`)}
              />
            ),
          },
          {
            key: 'situations',
            title: label('situations'),
            render: (row) => row.situations.map((one) => t(`forms.situation.${one}`)).join(', ') || '—',
          },
          {
            key: 'live',
            title: label('days'),
            align: 'right',
            render: (row) => row.live?.days ?? '—',
          },
          { key: 'code', title: label('code'), defaultHidden: true },
        ]}
        filters={[
          {
            key: 'status',
            label: label('status'),
            control: 'select',
            options: choices(t, 'forms.type_state', typeStates),
          },
          {
            key: 'situation',
            label: label('situations'),
            control: 'select',
            options: choices(t, 'forms.situation', situations),
          },
        ]}
        actions={(row) => [
          {
            key: 'form',
            label: t('forms.builder.open'),
            icon: <IconHammer size={16} aria-hidden />,
            href: `/form/forms?type=${row.id}`,
          },
        ]}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'multilingual', ...field('about'), multiline: true, wide: true },
          { control: 'text', ...field('code') },
          { control: 'number', ...field('position') },
          {
            control: 'select',
            ...field('situations'),
            multiple: true,
            options: choices(t, 'forms.situation', situations),
            wide: true,
          },
          {
            control: 'select',
            ...field('audience'),
            multiple: true,
            options: choices(t, 'forms.audience', audiences),
            wide: true,
          },
          { control: 'select', ...field('status'), options: choices(t, 'forms.type_state', typeStates) },
        ]}
      />
      <Times />
    </Stack>
  );
}

/** How long steps take in truth. */
function Times() {
  const t = useMessages();
  const { locale } = useLocale();
  const { data } = useQuery(api.request.times.queryOptions(silent));
  if (!data?.length) return null;
  return (
    <Section title={t('forms.times.title')} description={t('forms.times.about')}>
      <SmallTable
        rows={data}
        minWidth={520}
        rowKey={(row) => `${row.type_id}-${row.position}`}
        columns={[
          { key: 'type', names: true, title: t('forms.field.type_id'), render: (row) => row.type },
          { key: 'step', title: t('forms.field.step'), render: (row) => plainValue(row.title, locale) },
          { key: 'count', title: t('forms.times.count'), figure: true, render: (row) => row.count },
          { key: 'hours', title: t('forms.times.hours'), figure: true, render: (row) => row.hours },
          {
            key: 'late',
            title: t('forms.late'),
            figure: true,
            render: (row) => (
              <Text size="sm" {...(row.late ? { c: 'red' } : {})}>
                {row.late}
              </Text>
            ),
          },
        ]}
      />
    </Section>
  );
}
