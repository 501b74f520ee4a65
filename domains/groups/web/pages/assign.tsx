import { Anchor, Button, Group as Row, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowsShuffle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { choices, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, Empty, notify, PageHeader, SelectField, tellError } from '#platform/web/kit/index.ts';
import { studyLanguages } from '../../shapes.ts';
import { type Assignment, api, entryYears, loadCourses, refresh } from '../api.ts';
import { AssignBoard } from '../components/assign-board.tsx';
import { type Applied, ShuffleDrawer } from '../components/shuffle-drawer.tsx';

const numberOf = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

/** The groups of a course and year beside each other, with those who are in none: put in, move, shuffle. */
export default function Assign() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const course = numberOf(search.course);
  const year = numberOf(search.entry_year) ?? entryYears()[0];
  const language = studyLanguages.find((one) => one === search.language);
  const show = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, resetScroll: false });
  const query = useQuery({
    ...api.group.assignment.queryOptions({
      input: {
        course_id: course ?? 0,
        entry_year: year ?? 0,
        // All of them stand beside each other; no course has more groups in one year.
        size: 200,
        ...(language ? { language } : {}),
      },
      ...silent,
    }),
    enabled: course !== undefined,
  });
  // It begins where somebody waits for a group, and leads on from there as soon as everybody has one.
  const placed = query.data !== undefined && query.data.groups.length > 0 && query.data.unassigned.length === 0;
  const waiting = useQuery({
    ...api.group.waiting.queryOptions({ input: {}, ...silent }),
    enabled: course === undefined || placed,
  });
  const first = waiting.data?.[0];
  useEffect(() => {
    if (course !== undefined || !first) return;
    const begun = { ...search, course: String(first.course_id), entry_year: String(first.entry_year) };
    void navigate({ to: '.', search: begun, replace: true });
  }, [course, first, navigate, search]);
  const next = placed ? first : undefined;
  return (
    <Stack gap="md">
      <PageHeader back="/groups" title={t('groups.assign.title')} description={t('groups.assign.about')} />
      <Row gap="sm" align="flex-end">
        <div style={{ flex: '1 1 260px', maxWidth: 420 }}>
          <AsyncSelect
            label={t('groups.field.course_id')}
            load={loadCourses}
            value={course ?? null}
            onChange={(id) => show({ course: id ?? undefined })}
          />
        </div>
        <SelectField
          label={t('groups.field.entry_year')}
          required
          options={entryYears().map((id) => ({ id, title: String(id) }))}
          value={year ?? null}
          onChange={(id) => show({ entry_year: id })}
        />
        <SelectField
          label={t('groups.field.language')}
          clearable
          options={choices(t, 'groups.language', studyLanguages)}
          value={language ?? null}
          onChange={(id) => show({ language: id ?? undefined })}
        />
        {query.data && <Shuffling data={query.data} />}
      </Row>
      {next && next.students > 0 && (
        <Text size="sm">
          {t('groups.assign.next', { count: next.students })}{' '}
          <Anchor
            component={Link}
            underline="always"
            {...({
              to: '/groups/assign',
              search: { course: String(next.course_id), entry_year: String(next.entry_year) },
            } as object)}
          >
            {next.course}, {next.entry_year}
          </Anchor>
        </Text>
      )}
      {course === undefined && (waiting.isPending || first) ? (
        <Skeleton h={360} />
      ) : course === undefined ? (
        <Empty title={t('groups.assign.choose')} text={t('groups.assign.choose.text')} />
      ) : query.isError ? (
        <Empty text={messageOf(query.error)} />
      ) : !query.data ? (
        <Skeleton h={360} />
      ) : query.data.groups.length === 0 ? (
        <Empty
          title={t('groups.assign.none')}
          text={t('groups.assign.none.text', { count: query.data.unassigned.length })}
          action={
            <Button component={Link} to="/groups/create" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('groups.create.open')}
            </Button>
          }
        />
      ) : (
        <AssignBoard data={query.data} />
      )}
    </Stack>
  );
}

/** The shuffle and, as long as nobody was moved since, taking it back. */
function Shuffling({ data }: { data: Assignment }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  const [applied, setApplied] = useState<Applied>();
  const groups = data.groups.map(({ group }) => group).filter(({ can }) => can.assign);
  const undo = async () => {
    if (!applied) return;
    try {
      const { moves } = await api.group.shuffle.call(
        { group_ids: applied.group_ids, undo_of: applied.shuffle_id },
        silent,
      );
      notify.success(t('groups.shuffle.undone', { count: moves.length }));
      setApplied(undefined);
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  if (groups.length < 2) return null;
  return (
    <Row gap="xs" ml="auto">
      {applied && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => void undo()}>
          {t('groups.shuffle.undo')}
        </Button>
      )}
      <Button leftSection={<IconArrowsShuffle size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('groups.shuffle.open')}
      </Button>
      <ShuffleDrawer
        opened={open}
        groups={groups}
        onClose={() => setOpen(false)}
        onApplied={(done) => {
          setApplied(done);
          notify.success(t('groups.shuffle.done', { count: done.moves }));
          void refresh();
        }}
      />
    </Row>
  );
}
