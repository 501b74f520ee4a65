import { ActionIcon, Button, Group, Indicator, Menu, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconDots,
  IconFileSpreadsheet,
  IconFilter,
  IconInfoCircle,
  IconListDetails,
} from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { messageOf, today, useAsOf, useMessages, useTitle } from '#platform/web/index.ts';
import { AsOfControl, Empty, PageHeader, SelectField, StatusBadge } from '#platform/web/kit/index.ts';
import { type Gradebook, useGroups } from '../api.ts';
import { MarkDrawer, type Spot } from '../components/mark-drawer.tsx';
import { MarkGrid } from '../components/mark-grid.tsx';
import { MarkRuns } from '../components/mark-runs.tsx';
import { ModulesToMark } from '../components/modules-to-mark.tsx';
import { Pictures } from '../components/pictures.tsx';
import { SaveState } from '../components/save-state.tsx';
import { rowKeyOf } from '../marks.ts';
import { type As, type Sheet, useGradebook } from '../use-gradebook.ts';
import { usePhone } from '../use-phone.ts';
import styles from './entry.module.css';

/** What one comes for, and as whom marks are then typed. */
const views = { enter: 'FIRST', second: 'SECOND', agree: 'AGREED', pictures: 'FIRST' } as const satisfies Record<
  string,
  As
>;
type View = keyof typeof views;
const viewOf = (value: unknown): View => (Object.keys(views).find((one) => one === value) as View) ?? 'enter';
const number = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

/** The cell that a link leads to. */
const startOf = ({ student, component_id }: Record<string, unknown>) =>
  student === undefined ? undefined : { row: String(student), column: String(component_id) };

/** Marks of one module, typed as into a spreadsheet. The address says which module, group, component, attempt. */
export default function Entry() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const module = number(search.course_module_id);
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, resetScroll: false });
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
  const { query, edits, steps } = useGradebook(sheet);
  const book = query.data;
  const past = useAsOf() !== undefined;
  // On a phone the grid is what one came for: what leads elsewhere stands in a menu.
  const phone = usePhone();
  useTitle(book?.course_module.title ?? props.title);
  // Where one is moves with every key: the page follows it only while the details are open.
  const active = useRef<Spot>(undefined);
  const [shown, setShown] = useState<Spot>();
  if (query.isError && !book)
    return (
      <Empty
        title={t('assessment.entry.missing')}
        text={messageOf(query.error)}
        action={<Button onClick={() => void query.refetch()}>{t('assessment.again')}</Button>}
      />
    );
  const move = (spot: Spot) => {
    active.current = spot;
    if (shown) setShown(spot);
  };
  const first = book?.students[0] && { row: rowKeyOf(book.students[0]), column: String(book.leaves[0]) };
  const ways = [
    ...(phone ? [{ label: t('kit.back'), icon: <IconArrowLeft size={16} aria-hidden />, href: '/mark-entry' }] : []),
    ...(book?.can.import
      ? [
          {
            label: t('assessment.import.open'),
            icon: <IconFileSpreadsheet size={16} aria-hidden />,
            href: '/mark-entry/import',
          },
        ]
      : []),
    {
      label: t('assessment.entry.details'),
      icon: <IconInfoCircle size={16} aria-hidden />,
      disabled: !first,
      run: () => setShown(active.current ?? first),
    },
    {
      label: t('assessment.plan.title'),
      icon: <IconListDetails size={16} aria-hidden />,
      href: `/mark-plan/${module}`,
    },
  ] as Way[];
  return (
    <Stack gap={phone ? 'xs' : 'sm'}>
      <PageHeader
        back={phone ? undefined : '/mark-entry'}
        title={book?.course_module.title ?? props.title}
        description={
          book &&
          !phone &&
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
            <AsOfControl />
            {!phone &&
              ways.map((way) => (
                <Button
                  key={way.label}
                  variant="default"
                  leftSection={way.icon}
                  disabled={way.disabled ?? false}
                  onClick={way.run}
                  {...linkTo(way.href)}
                >
                  {way.label}
                </Button>
              ))}
          </Group>
        }
      />
      {book ? (
        <>
          <Choices book={book} sheet={sheet} view={view} go={go} ways={phone ? ways : undefined} />
          {book.plan === null || book.components.length === 0 ? (
            <Empty
              title={t('assessment.entry.no_plan')}
              text={t('assessment.entry.no_plan_text')}
              action={
                <Button component={Link} to={`/mark-plan/${module}`}>
                  {t('assessment.plan.title')}
                </Button>
              }
            />
          ) : book.students.length === 0 ? (
            <Empty title={t('assessment.entry.nobody')} text={t('assessment.entry.nobody_text')} />
          ) : view === 'pictures' ? (
            <Pictures book={book} />
          ) : (
            <>
              {/* Steps lead on from today. */}
              {!past && (
                <MarkRuns
                  book={book}
                  sheet={sheet}
                  edits={edits}
                  steps={steps}
                  onMoved={() => Promise.all([query.refetch(), steps.refetch()])}
                />
              )}
              <MarkGrid
                key={startOf(search)?.row}
                book={book}
                sheet={sheet}
                edits={edits}
                today={today()}
                start={startOf(search)}
                onActive={move}
                onInspect={setShown}
              />
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
            onSaved={() => void Promise.all([query.refetch(), steps.refetch()])}
          />
        </>
      ) : (
        <Skeleton h={480} />
      )}
    </Stack>
  );
}

interface Way {
  label: string;
  icon: ReactNode;
  href?: string;
  disabled?: boolean;
  run?: () => void;
}
const linkTo = (href: string | undefined) => (href === undefined ? {} : ({ component: Link, to: href } as object));

/** Group, component, attempt and as whom one marks; folded into one line where there are `ways` (a phone), which it then offers too. */
function Choices(props: {
  book: Gradebook;
  sheet: Sheet;
  view: View;
  go: (next: Record<string, unknown>) => void;
  ways: Way[] | undefined;
}) {
  const t = useMessages();
  const { book, sheet, go, ways } = props;
  const [open, setOpen] = useState(false);
  const groups = useGroups(sheet.course_module_id);
  const leaves = book.components.filter((one) => one.leaf);
  const shown: View[] = book.can.moderate ? ['enter', 'second', 'agree', 'pictures'] : ['enter', 'pictures'];
  const attempts = Array.from({ length: (book.plan?.retake_attempts ?? 0) + 1 }, (_, at) => at + 1);
  const views = (
    <div className={styles.views}>
      <SegmentedControl
        size={ways ? 'xs' : 'sm'}
        aria-label={t('assessment.entry.view')}
        value={props.view}
        onChange={(next) => go({ view: next === 'enter' ? undefined : next })}
        data={shown.map((value) => ({ value, label: t(`assessment.entry.view.${value}`) }))}
      />
    </div>
  );
  const selects = (
    <>
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
    </>
  );
  if (!ways)
    return (
      <Group gap="sm" align="flex-end" className={styles.choices}>
        {selects}
        {views}
      </Group>
    );
  const chosen = [sheet.group_id, sheet.component_id, sheet.attempt > 1 || undefined].filter(Boolean).length;
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" justify="space-between">
        {views}
        <Group gap={4} wrap="nowrap">
          <Indicator label={chosen} size={16} disabled={chosen === 0}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('assessment.entry.choose')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <IconFilter size={18} aria-hidden />
            </ActionIcon>
          </Indicator>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('assessment.entry.more')}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {ways.map((way) => (
                <Menu.Item
                  key={way.label}
                  leftSection={way.icon}
                  disabled={way.disabled ?? false}
                  onClick={way.run}
                  {...linkTo(way.href)}
                >
                  {way.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {open && (
        <Group gap="xs" align="flex-end" className={styles.choices}>
          {selects}
        </Group>
      )}
    </Stack>
  );
}
