import { IconBell, IconChecks, IconPlayerPlay, IconPlayerStop, IconReportAnalytics } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { silent, useLocale } from '#platform/web/index.ts';
import {
  confirm,
  DateText,
  notify,
  plainValue,
  ReasonDialog,
  ResourcePage,
  StatusBadge,
  tell,
  tellError,
} from '#platform/web/kit/index.ts';
import { periodSave } from '../../shapes.ts';
import { api, loadQuestionnaires, loadYears, type Period, refresh, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...periodSave });
const fresh = { semester: 1, threshold: 5, remind_before: [3, 1] };
const reminders = [1, 2, 3, 5, 7, 10, 14];

/** When is asked, with what, and how far it is; a reminder and a release go to all at once. */
export default function Periods() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const [closing, setClosing] = useState<Period>();
  const sure = (row: Period, title: string, text: string) =>
    confirm({ name: plainValue(row.title, locale), title, text, yes: title });
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
    }
  };
  const start = async (row: Period) => {
    if (!(await sure(row, t('evaluation.period.start'), t('evaluation.period.start_about')))) return;
    await act(async () => {
      await api.period.status.call({ id: row.id, version: row.version, status: 'RUNNING' }, silent);
      notify.success();
    });
  };
  const remind = async (row: Period) => {
    if (!(await sure(row, t('evaluation.period.remind'), t('evaluation.period.remind_about')))) return;
    await act(async () => {
      const { people } = await api.period.remind.call({ id: row.id }, silent);
      void tell({
        title: t('evaluation.period.remind'),
        text: t('evaluation.period.reminded', { people }),
      });
    });
  };
  const release = async (row: Period) => {
    const text = t('evaluation.period.release_about', { ready: row.ready });
    if (!(await sure(row, t('evaluation.period.release'), text))) return;
    await act(async () => {
      const found = await api.period.release.call({ id: row.id }, silent);
      void tell({ title: t('evaluation.period.release'), text: t('evaluation.period.released', found) });
    });
  };
  return (
    <>
      <ResourcePage
        of={api.period}
        messages="evaluation.period"
        manage
        schema={schema}
        fresh={fresh}
        rowLabel={(row) => plainValue(row.title, locale)}
        columns={[
          { ...column('title'), render: (row) => `${plainValue(row.title, locale)} · ${row.academic_year.title}` },
          {
            ...column('status'),
            render: (row) => <StatusBadge status={row.status} label={t(`evaluation.state.${row.status}`)} />,
          },
          {
            ...column('starts_on'),
            sortable: true,
            render: (row) => (
              <>
                <DateText value={row.starts_on} /> – <DateText value={row.ends_on} />
              </>
            ),
          },
          { ...column('units'), align: 'right' },
          {
            ...column('voted'),
            align: 'right',
            render: (row) => t('evaluation.period.counts', { voted: row.voted, invited: row.invited }),
          },
          { ...column('released'), align: 'right' },
        ]}
        actions={(row) => [
          ...(row.status === 'PLANNED'
            ? [
                {
                  key: 'start',
                  label: t('evaluation.period.start'),
                  icon: <IconPlayerPlay size={16} aria-hidden />,
                  run: () => start(row),
                },
              ]
            : []),
          ...(row.status === 'RUNNING'
            ? [
                {
                  key: 'remind',
                  label: t('evaluation.period.remind'),
                  icon: <IconBell size={16} aria-hidden />,
                  run: () => remind(row),
                },
                {
                  key: 'close',
                  label: t('evaluation.period.close'),
                  icon: <IconPlayerStop size={16} aria-hidden />,
                  danger: true,
                  run: () => setClosing(row),
                },
              ]
            : []),
          ...(row.status === 'CLOSED'
            ? [
                {
                  key: 'release',
                  label: t('evaluation.period.release'),
                  icon: <IconChecks size={16} aria-hidden />,
                  run: () => release(row),
                },
                {
                  key: 'results',
                  label: t('evaluation.period.results'),
                  icon: <IconReportAnalytics size={16} aria-hidden />,
                  href: `/evaluation/results?period_id=${row.id}`,
                },
              ]
            : []),
        ]}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'async', ...field('questionnaire_id'), load: loadQuestionnaires, wide: true },
          { control: 'async', ...field('academic_year_id'), load: loadYears },
          { control: 'number', ...field('semester') },
          { control: 'date', ...field('starts_on') },
          { control: 'date', ...field('ends_on') },
          { control: 'number', ...field('threshold') },
          {
            control: 'select',
            ...field('remind_before'),
            description: t('evaluation.period.remind_days'),
            multiple: true,
            options: reminders.map((days) => ({ id: days, title: t('evaluation.period.days_before', { days }) })),
            wide: true,
          },
        ]}
      />
      <ReasonDialog
        opened={closing !== undefined}
        onClose={() => setClosing(undefined)}
        title={t('evaluation.period.close')}
        text={t('evaluation.period.close_about')}
        confirmLabel={t('evaluation.period.close')}
        danger
        onConfirm={async (reason) => {
          if (closing)
            await api.period.status.call(
              { id: closing.id, version: closing.version, status: 'CLOSED', reason },
              silent,
            );
          await refresh();
        }}
      />
    </>
  );
}
