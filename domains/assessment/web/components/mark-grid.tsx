import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconBan, IconCalendarClock, IconEyeOff, IconScale, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { codeId, type Translate, useAbility, useMessages } from '#platform/web/index.ts';
import {
  CellFaults,
  type Edit,
  Grid,
  type GridCell,
  type GridChange,
  type GridColumn,
  showDateTime,
  showPercent,
} from '#platform/web/kit/index.ts';
import { examsAmong } from '../../exams.ts';
import type { Gradebook, GridStudent } from '../api.ts';
import { type Cell, cellKeyOf, cellOf, partsOf, progressOf, readMark, rowKeyOf, showMark } from '../marks.ts';
import { type As, type Sheet, useBarred, type useGradebook, useSecondMarks } from '../use-gradebook.ts';

interface Spot {
  row: string;
  column: string;
}
interface Props {
  book: Gradebook;
  sheet: Sheet;
  edits: ReturnType<typeof useGradebook>['edits'];
  /** Day of today, to say whether marks may be entered. */
  today: string;
  /** Where somebody is led to. */
  start: Spot | undefined;
  onActive: (spot: Spot) => void;
  onInspect: (spot: Spot) => void;
}
const total = 'total';
/** What is no mark: empty, absent, not submitted. */
const unmarked = new Set(['', 'A', 'N']);
const keys: Record<string, string> = { KeyA: 'A', KeyE: 'E', KeyN: 'N' };

/** Why nothing can be typed into any cell of the grid, if so. */
export function whyClosed(book: Gradebook, as: As, today: string): string | undefined {
  if (book.plan?.state !== 'ACTIVE') return 'plan';
  if (as !== 'FIRST') return book.can.moderate ? undefined : 'read';
  if (!book.can.enter) return 'read';
  if (book.attempt > 1) return undefined;
  if (book.plan.entry_opens_on && today < book.plan.entry_opens_on) return 'early';
  if (book.plan.entry_closes_on && today > book.plan.entry_closes_on) return 'late';
  return undefined;
}

/** Why one cell is closed while the grid is open. */
function lockOf(as: As, source: string, student: GridStudent, { state, flag, own }: Cell) {
  if (student.left) return 'left';
  if (flag === 'X') return 'hidden';
  if (flag === 'N') return 'not_registered';
  if (flag === 'Y' && as !== 'SECOND') return 'blind';
  if (as !== 'FIRST') return state !== 'SUBMITTED' ? 'not_submitted' : own ? 'own' : undefined;
  if (source !== 'MANUAL') return source === 'ATTENDANCE' ? 'attendance' : 'homework';
  // The next sitting is marked where the deferred one was; the server knows whether it can have been.
  return state === 'NOT_MARKED' || state === 'DRAFT' || state === 'DEFERRED' ? undefined : state;
}

/** Students by components; what is typed is kept on the device and saved by itself. */
export function MarkGrid({ book, sheet, edits, today, start, onActive, onInspect }: Props) {
  const t = useMessages();
  const intl = useIntl();
  const columns = useColumns(book);
  const components = useMemo(() => new Map(book.components.map((one) => [String(one.id), one])), [book.components]);
  const places = useMemo(() => new Map(book.leaves.map((leaf, at) => [String(leaf), at])), [book.leaves]);
  const students = useMemo(() => new Map(book.students.map((one) => [rowKeyOf(one), one])), [book.students]);
  const signs = useSigns(t);
  const { as } = sheet;
  const seconds = useSecondMarks(book, sheet);
  const rights = useAbility();
  const barred = useBarred(sheet);
  const exams = useMemo(() => examsAmong(book.components), [book.components]);
  /** Why a mark is refused in a cell; that somebody was absent or handed nothing in can always be said. */
  const notAdmitted = useCallback(
    (row: string, column: string) => {
      const why = book.attempt > 1 || exams.has(Number(column)) ? barred.get(row) : undefined;
      return why === undefined ? undefined : t('assessment.sign.barred', { why });
    },
    [barred, exams, book.attempt, t],
  );
  const closed = whyClosed(book, as, today);
  const { cells, saved } = edits;

  const cell = useCallback(
    (student: GridStudent, column: GridColumn): GridCell => {
      if (column.key === total) return totalOf(book, student, intl.locale, t);
      const place = places.get(column.key) ?? -1;
      const here = cellOf(student, place);
      const { text, flag } = here;
      const again = closed === 'late' && book.again && here.state === 'DEFERRED';
      const lock = (again ? undefined : closed) ?? lockOf(as, components.get(column.key)?.source ?? '', student, here);
      const locked = lock === undefined ? undefined : t(codeId('assessment.locked', lock));
      const key = cellKeyOf(rowKeyOf(student), column.key);
      const own = cells.get(key);
      const second = seconds.get(key);
      const bar = text === '' ? notAdmitted(rowKeyOf(student), column.key) : undefined;
      const sign = bar
        ? { icon: <IconBan size={14} aria-hidden />, label: bar }
        : second === undefined
          ? (signs[flag] ?? dueSign(student.dues[column.key], t))
          : secondSign(showMark(String(second), intl.locale), t);
      if (own)
        return {
          text: own.state === 'refused' ? own.text : showMark(own.text, intl.locale),
          state: own.state,
          why: own.fault?.why ?? own.fault?.current?.name,
          ...(own.fault ? { stands: showMark(own.fault.current?.text ?? text, intl.locale) } : {}),
          ...(locked === undefined || own.state === 'refused' ? {} : { locked }),
        };
      return {
        text: showMark(text, intl.locale),
        ...(locked === undefined ? {} : { locked }),
        ...(saved.has(key) ? { state: 'saved' as const } : {}),
        ...(sign ? { sign } : {}),
        ...(flag === 'X' ? { tone: 'dimmed' as const } : {}),
      };
    },
    [book, as, closed, places, components, cells, saved, signs, seconds, notAdmitted, intl.locale, t],
  );

  const change = (changes: GridChange[]) => {
    const good: Edit[] = [];
    const bad = [];
    const back = [];
    let percent = 0;
    for (const { row, column, text } of changes) {
      const key = cellKeyOf(row, column);
      const typed = readMark(text);
      const student = students.get(row);
      const bar = notAdmitted(row, column);
      if ('fault' in typed) bad.push({ cell: key, text, why: t(`assessment.fault.${typed.fault}`) });
      else if (bar && !unmarked.has(typed.text)) bad.push({ cell: key, text, why: bar });
      else if (student) {
        const { text: known, version } = cellOf(student, places.get(column) ?? -1);
        const fault = cells.get(key)?.fault;
        if (typed.percent) percent++;
        // What was refused, or stands against another's, is taken back to what holds: there is nothing to send.
        if (fault && typed.text === (fault.current?.text ?? known)) back.push(key);
        else good.push({ cell: key, text: typed.text, version });
      }
    }
    if (back.length > 0) edits.forget(back);
    if (bad.length > 0) edits.refuse(bad);
    if (good.length > 0) edits.put(good);
    return percent > 0 ? t('assessment.entry.percent', { count: percent }) : undefined;
  };
  const nameOf = (key: string) => {
    const { row, component_id } = partsOf(key);
    const student = students.get(row);
    return `${student?.name ?? student?.code ?? row}, ${components.get(String(component_id))?.title ?? ''}`;
  };
  return (
    <Stack gap="xs">
      <CellFaults edits={edits} nameOf={nameOf} show={(text) => showMark(text, intl.locale)} />
      {barred.size > 0 && (book.attempt > 1 || exams.size > 0) && (
        <Alert
          color="yellow"
          icon={<IconBan size={18} aria-hidden />}
          title={t('assessment.entry.barred', { count: barred.size })}
        >
          <Text size="sm">
            {book.students
              .flatMap((row) => {
                const why = barred.get(rowKeyOf(row));
                return why === undefined ? [] : [`${row.name ?? row.code} (${why})`];
              })
              .slice(0, 5)
              .join(', ')}
            {barred.size > 5 ? ' …' : ''}
          </Text>
          {rights.can('exam_admission.read') && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/exam-admission"
                  search={{
                    course_module_id: book.course_module.id,
                    ...(book.attempt > 1 ? { attempt: book.attempt } : {}),
                  }}
                />
              )}
            >
              {t('assessment.entry.barred_more')}
            </Anchor>
          )}
        </Alert>
      )}
      {closed && (
        <Text size="sm" c="dimmed">
          {t(codeId('assessment.locked', closed))}
        </Text>
      )}
      <Grid<GridStudent>
        label={t('assessment.entry.grid', { module: book.course_module.title })}
        rows={book.students}
        rowKey={rowKeyOf}
        rowName={(row) => row.name ?? row.code ?? ''}
        rowTitle={t(book.students[0]?.id === null ? 'assessment.entry.code' : 'assessment.field.student')}
        renderRow={renderStudent}
        columns={columns}
        cell={cell}
        onChange={change}
        shortcut={({ code }) => keys[code]}
        start={start}
        onActive={onActive}
        onInspect={onInspect}
        maxHeight="calc(100dvh - 220px)"
      />
    </Stack>
  );
}

const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const renderStudent = (student: GridStudent) => (
  <div style={{ minWidth: 0, lineHeight: 1.25, opacity: student.left ? 0.7 : 1 }}>
    <div style={line} title={student.name ?? undefined} className={student.code ? 'tabular' : undefined}>
      {student.name ?? student.code}
    </div>
    {student.student_no && (
      <Text size="xs" c="dimmed" style={line}>
        {[student.student_no, student.group].filter(Boolean).join(' · ')}
      </Text>
    )}
  </div>
);

/** Leaves of the tree under what they belong to, with weight and progress; the total stays at the edge. */
function useColumns(book: Gradebook): GridColumn[] {
  const t = useMessages();
  const intl = useIntl();
  return useMemo(() => {
    const byId = new Map(book.components.map((one) => [one.id, one]));
    const leaves = book.leaves.flatMap((leaf) => {
      const one = byId.get(leaf);
      if (!one) return [];
      const parent = one.parent_id === null ? undefined : byId.get(one.parent_id);
      const { done, all } = progressOf(book, leaf);
      return {
        key: String(leaf),
        title: one.title,
        group: parent?.title ?? (book.components.some(({ parent_id }) => parent_id !== null) ? ' ' : undefined),
        note: `${showPercent((one.weight * (parent?.weight ?? 100)) / 100, intl.locale)} · ${one.hidden ? t('assessment.entry.by_code') : `${done}/${all}`}`,
        width: 118,
      };
    });
    // Hidden totals keep their column, which says why they are hidden.
    const sum = book.students.some(({ id, result, flags }) => result !== null || (id !== null && flags.includes('Y')));
    return sum ? [...leaves, { key: total, title: t('assessment.entry.total'), width: 92, pinned: true }] : leaves;
  }, [book, t, intl.locale]);
}

function totalOf(book: Gradebook, { result, flags }: GridStudent, locale: string, t: Translate): GridCell {
  const locked = t('assessment.locked.total');
  if (!result) return { text: '', locked: /[Y2]/.test(flags) ? t('assessment.locked.blind') : locked };
  const grade = { P100: '', LETTER: result.letter, FIVE: result.five, ECTS: result.ects }[book.plan?.scale ?? 'P100'];
  const text = [showMark(String(result.total), locale), grade].filter((one) => one !== '' && one !== null).join(' · ');
  return { text, locked, tone: !result.complete ? 'dimmed' : result.passed === false ? 'bad' : 'strong' };
}

/** The second marker's value beside the first one's. */
/** That the date of this student is other than everybody's. */
const dueSign = (due: string | null | undefined, t: Translate) =>
  due === undefined
    ? undefined
    : {
        icon: <IconCalendarClock size={14} aria-hidden />,
        label: due === null ? t('assessment.sign.deferred') : t('assessment.sign.due', { at: showDateTime(due) }),
      };

const secondSign = (value: string, t: Translate) => ({
  icon: (
    <>
      <IconUsers size={14} aria-hidden />
      <Text span size="xs" ml={4} className="tabular">
        {value}
      </Text>
    </>
  ),
  label: t('assessment.sign.second_value', { value }),
});

/** The same objects at every draw, so that cells which did not change are not drawn anew. */
function useSigns(t: Translate) {
  return useMemo(
    (): Record<string, { icon: React.ReactNode; label: string } | undefined> => ({
      '2': { icon: <IconUserPlus size={14} aria-hidden />, label: t('assessment.sign.second') },
      Y: { icon: <IconEyeOff size={14} aria-hidden />, label: t('assessment.locked.blind') },
      B: { icon: <IconUsers size={14} aria-hidden />, label: t('assessment.sign.both') },
      G: { icon: <IconScale size={14} aria-hidden />, label: t('assessment.sign.moderated') },
    }),
    [t],
  );
}
