import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconInfoCircle, IconListDetails } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader, SelectField, StatusBadge } from '#platform/web/kit/index.ts';
import { type Gradebook, useGroups } from '../api.ts';
import { MarkDrawer, type Spot } from '../components/mark-drawer.tsx';
import { MarkGrid } from '../components/mark-grid.tsx';
import { MarkRuns } from '../components/mark-runs.tsx';
import { ModulesToMark } from '../components/modules-to-mark.tsx';
import { Pictures } from '../components/pictures.tsx';
import { SaveState } from '../components/save-state.tsx';
import { rowKeyOf } from '../marks.ts';
import { type As, type Sheet, useGradebook } from '../use-gradebook.ts';
import styles from './entry.module.css';

/** What one comes for, and as whom marks are then typed. */
const views = { enter: 'FIRST', second: 'SECOND', agree: 'AGREED', pictures: 'FIRST' } as const satisfies Record<
  string,
  As
>;
type View = keyof typeof views;
const viewOf = (value: unknown): View => (Object.keys(views).find((one) => one === value) as View) ?? 'enter';
const number = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);
/** Today as the institution has it: Tashkent, whatever the device says. */
const today = () => new Date(Date.now() + 5 * 3600_000).toISOString().slice(0, 10);

/** Marks of one module, typed as into a spreadsheet. The address says which module, group, component, attempt. */
export default function Entry() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const module = number(search.course_module_id);
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next } as never, resetScroll: false });
  if (module === undefined) return <ModulesToMark onChoose={(id) => go({ course_module_id: id })} />;
  return <Sheets key={module} module={module} search={search} go={go} title={t('assessment.entry.title')} />;
}

function Sheets(props: {
  module: number;
  search: Record<string, unknown>;
  go: (next: Record<string, unknown>) => void;
  title: string;
}) {
  const t = useMessages();
  const { module, search, go } = props;
  const view = viewOf(search.view);
  const sheet: Sheet = {
    course_module_id: module,
    attempt: number(search.attempt) ?? 1,
    component_id: number(search.component_id),
    group_id: number(search.group_id),
    as: views[view],
  };
  const { query, edits } = useGradebook(sheet);
  const book = query.data;
  useTitle(book?.course_module.title ?? props.title);
  // Where one is moves with every key: the page follows it only while the details are open.
  const active = useRef<Spot>(undefined);
  const [shown, setShown] = useState<Spot>();
  if (query.isError && !book)
    return (
      <Empty
        title={t('assessment.entry.missing')}
        text={query.error.message}
        action={<Button onClick={() => void query.refetch()}>{t('assessment.again')}</Button>}
      />
    );
  const move = (spot: Spot) => {
    active.current = spot;
    if (shown) setShown(spot);
  };
  const first = book?.students[0] && { row: rowKeyOf(book.students[0]), column: String(book.leaves[0]) };
  return (
    <Stack gap="sm">
      <PageHeader
        back="/mark-entry"
        title={book?.course_module.title ?? props.title}
        description={
          book &&
          [
            book.course_module.code,
            book.course_module.course,
            book.course_module.academic_year,
            t('assessment.module.semester', { semester: book.course_module.semester }),
          ].join(' · ')
        }
        badge={
          book?.board ? (
            <StatusBadge status="CONFIRMED" label={t('assessment.entry.confirmed', { number: book.board.number })} />
          ) : undefined
        }
        actions={
          <Group gap="xs">
            <SaveState edits={edits} />
            {book?.can.import && (
              <Button
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                component={Link}
                {...({ to: '/mark-entry/import' } as object)}
              >
                {t('assessment.import.open')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconInfoCircle size={16} aria-hidden />}
              disabled={!first}
              onClick={() => setShown(active.current ?? first)}
            >
              {t('assessment.entry.details')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconListDetails size={16} aria-hidden />}
              component={Link}
              {...({ to: `/mark-plan/${module}` } as object)}
            >
              {t('assessment.plan.title')}
            </Button>
          </Group>
        }
      />
      {book ? (
        <>
          <Choices book={book} sheet={sheet} view={view} go={go} />
          {book.plan === null || book.components.length === 0 ? (
            <Empty
              title={t('assessment.entry.no_plan')}
              text={t('assessment.entry.no_plan_text')}
              action={
                <Button component={Link} {...({ to: `/mark-plan/${module}` } as object)}>
                  {t('assessment.plan.title')}
                </Button>
              }
            />
          ) : book.students.length === 0 ? (
            <Empty title={t('assessment.entry.nobody')} text={t('assessment.entry.nobody_text')} />
          ) : view === 'pictures' ? (
            <Pictures book={book} sheet={sheet} />
          ) : (
            <>
              <MarkRuns book={book} sheet={sheet} edits={edits} onMoved={() => void query.refetch()} />
              <MarkGrid book={book} as={sheet.as} edits={edits} today={today()} onActive={move} onInspect={setShown} />
              <Text size="xs" c="dimmed">
                {t('assessment.entry.letters')}
              </Text>
            </>
          )}
          <MarkDrawer
            book={book}
            sheet={sheet}
            spot={shown}
            onClose={() => setShown(undefined)}
            onSaved={() => void query.refetch()}
          />
        </>
      ) : (
        <Skeleton h={480} />
      )}
    </Stack>
  );
}

/** Group, component, attempt and as whom one marks. */
function Choices(props: { book: Gradebook; sheet: Sheet; view: View; go: (next: Record<string, unknown>) => void }) {
  const t = useMessages();
  const { book, sheet, go } = props;
  const groups = useGroups(sheet.course_module_id);
  const leaves = book.components.filter((one) => one.leaf);
  const shown: View[] = book.can.moderate ? ['enter', 'second', 'agree', 'pictures'] : ['enter', 'pictures'];
  const attempts = Array.from({ length: (book.plan?.retake_attempts ?? 0) + 1 }, (_, at) => at + 1);
  return (
    <Group gap="sm" align="flex-end" className={styles.choices}>
      <SelectField
        label={t('assessment.field.group_id')}
        placeholder={t('assessment.entry.all_groups')}
        options={groups.data ?? []}
        value={sheet.group_id ?? null}
        onChange={(id) => go({ group_id: id ?? undefined })}
      />
      <SelectField
        label={t('assessment.field.component_id')}
        placeholder={t('assessment.entry.all_components')}
        options={leaves.map(({ id, title, hidden }) => ({
          id,
          title: hidden ? `${title} (${t('assessment.field.anonymous')})` : title,
        }))}
        value={sheet.component_id ?? null}
        onChange={(id) => go({ component_id: id ?? undefined })}
      />
      {attempts.length > 1 && (
        <SelectField
          label={t('assessment.field.attempt')}
          required
          options={attempts.map((id) => ({ id, title: t('assessment.entry.attempt', { number: id }) }))}
          value={sheet.attempt}
          onChange={(id) => go({ attempt: id === 1 ? undefined : id })}
        />
      )}
      <div className={styles.views}>
        <SegmentedControl
          aria-label={t('assessment.entry.view')}
          value={props.view}
          onChange={(next) => go({ view: next === 'enter' ? undefined : next })}
          data={shown.map((value) => ({ value, label: t(`assessment.entry.view.${value}`) }))}
        />
      </div>
    </Group>
  );
}
