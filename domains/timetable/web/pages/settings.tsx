import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { choices, codeId, messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, RecordForm, Section } from '#platform/web/kit/index.ts';
import { settingsShape } from '../../shapes-inputs.ts';
import { api, refresh } from '../api.ts';
import { SheetButtons } from '../components/sheet-buttons.tsx';
import { WalkingTimes } from '../components/walking-times.tsx';

const schema = z.object(settingsShape).omit({ travel: true });

/** What holds for all timetables of the institution. */
export default function Settings() {
  const t = useMessages();
  const mayRooms = useAbility().can('reference.manage');
  const query = useQuery(api.settings.get.queryOptions({ input: {}, ...silent }));
  const field = (name: string) => ({
    name,
    label: t(codeId('timetable.settings', name)),
    description: t(codeId('timetable.settings', `${name}_hint`)),
  });
  const number = (name: string) => ({ control: 'number' as const, ...field(name) });
  const { data } = query;
  return (
    <Stack gap="md" maw={820}>
      <PageHeader
        back="/timetable-needs"
        title={t('timetable.settings.title')}
        description={t('timetable.settings.about')}
      />
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={320} />}
      {data && (
        <>
          <Section>
            <RecordForm
              key={JSON.stringify(data)}
              schema={schema}
              record={data}
              draftKey={false}
              notice="settings"
              fields={[
                number('lunch_from'),
                number('lunch_to'),
                number('group_most'),
                number('teacher_most'),
                {
                  control: 'select',
                  ...field('closed_days'),
                  options: choices(t, 'timetable.day', [1, 2, 3, 4, 5, 6, 7]),
                  multiple: true,
                  wide: true,
                },
                number('travel_minutes'),
              ]}
              save={(payload) => api.settings.save.call(payload, silent)}
              onSaved={() => {
                void refresh();
              }}
            />
          </Section>
          <Section
            title={t('timetable.settings.rooms')}
            description={t('timetable.settings.rooms_hint')}
            actions={
              <SheetButtons
                path="/timetable_room/export"
                name="timetable-rooms.xlsx"
                page={mayRooms ? '/timetable-rooms/import' : undefined}
              />
            }
          >
            {null}
          </Section>
          <WalkingTimes key={JSON.stringify(data.travel)} travel={data.travel} />
        </>
      )}
    </Stack>
  );
}
