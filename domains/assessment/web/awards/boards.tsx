import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { choices, silent, useAbility } from '#platform/web/index.ts';
import { FormDrawer, ListPage, StatusBadge, showDate } from '#platform/web/kit/index.ts';
import { awardBoardSave } from '../../shapes-awards.ts';
import { awardStates } from '../../workflow-award.ts';
import { api, loadCourses, refresh, useYears } from '../api.ts';
import { useYearFilter } from '../components/module-list.tsx';
import { useFields } from '../use-fields.ts';
import { tones } from './tones.ts';

const schema = awardBoardSave
  .pick({ course_id: true, academic_year_id: true, held_on: true, quorum: true })
  .required({ course_id: true, academic_year_id: true, quorum: true });
const fresh = { quorum: 3 };

/** Boards that award degrees. */
export default function AwardBoards() {
  const { t, label, field } = useFields();
  const navigate = useNavigate();
  const prepares = useAbility().can('award.prepare');
  const byYear = useYearFilter();
  const years = useYears().data?.content ?? [];
  const [open, setOpen] = useState(false);
  const states = useMemo(() => choices(t, 'assessment.award.state', awardStates), [t]);
  return (
    <>
      <ListPage
        title={t('assessment.award.title')}
        description={t('assessment.award.about')}
        of={api.award.board.list}
        rowLabel={(row) => row.course.title}
        rowHref={(row) => `/award-board/${row.id}`}
        primaryAction={
          prepares ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
              {t('assessment.award.new')}
            </Button>
          ) : undefined
        }
        columns={[
          { key: 'course', title: label('course'), render: (row) => row.course.title },
          { key: 'academic_year', title: label('academic_year_id'), render: (row) => row.academic_year.title },
          {
            key: 'held_on',
            title: label('held_on'),
            sortable: true,
            render: (row) => (row.held_on ? showDate(row.held_on) : '—'),
          },
          {
            key: 'status',
            title: t('assessment.amendment.status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={tones[row.status]}
                label={t(`assessment.award.state.${row.status}`)}
              />
            ),
          },
          {
            key: 'counts',
            title: t('assessment.award.counts'),
            render: (row) => t('assessment.award.count', row.counts),
          },
        ]}
        filters={[
          { key: 'course_id', label: label('course'), control: 'async', load: loadCourses },
          byYear,
          { key: 'status', label: t('assessment.amendment.status'), control: 'multi', options: states },
        ]}
        empty={{ text: t('assessment.award.none') }}
      />
      <FormDrawer
        opened={open}
        onClose={() => setOpen(false)}
        title={t('assessment.award.new')}
        schema={schema}
        defaults={fresh}
        fields={[
          { control: 'async', name: 'course_id', label: label('course'), load: loadCourses },
          {
            control: 'select',
            ...field('academic_year_id'),
            options: years.map(({ id: year, name }) => ({ id: year, title: name })),
          },
          { control: 'date', ...field('held_on') },
          { control: 'number', name: 'quorum', label: t('assessment.award.quorum') },
        ]}
        save={(payload: z.infer<typeof schema>) => api.award.board.save.call(payload, silent)}
        onSaved={(board: { id: number }) => {
          void refresh();
          void navigate({ href: `/award-board/${board.id}` });
        }}
      />
    </>
  );
}
