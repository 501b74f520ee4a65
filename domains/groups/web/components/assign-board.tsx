import { Button, Checkbox, Group as Row, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, notify, tellError, useDrag } from '#platform/web/kit/index.ts';
import { type Assignment, api, type Column, type Free, type Member, refresh } from '../api.ts';
import styles from './assign.module.css';
import { MoveMenu } from './move-menu.tsx';
import { Places } from './places.tsx';
import { type Transfer, TransferDialog } from './transfer-dialog.tsx';

interface Held {
  student: Free | Member;
  /** the group in which the student is; none yet for those who wait */
  from?: Column['group'];
}

/** Where those are dropped who shall be in no group. */
const nowhere = 'nowhere';

/** Columns of people. Dropping somebody new puts them in at once; moving somebody asks from when and why. */
export function AssignBoard({ data }: { data: Assignment }) {
  const t = useMessages();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [moving, setMoving] = useState<Transfer>();
  const groups = data.groups.map(({ group }) => group);
  // Somebody else may have put in whom I had chosen.
  const picked = data.unassigned.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  const assign = async (ids: number[], group: Column['group']) => {
    try {
      await api.group.assign.call({ group_id: group.id, student_ids: ids }, silent);
      notify.undo(t('groups.assign.done', { count: ids.length, group: group.name }), () => leave(ids, group));
      setChosen(new Set());
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  /** Who was put in today was then never there. */
  const leave = async (ids: number[], group: Column['group']) => {
    try {
      await api.group.assign.call({ group_id: group.id, student_ids: ids, remove: true }, silent);
      notify.success(t('groups.assign.removed', { count: ids.length, group: group.name }));
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const put = ({ student, from }: Held, to: Column['group']) => {
    if (from) setMoving({ student, from, to });
    // Whoever drags one of the chosen means them all.
    else void assign(chosen.has(student.id) ? picked : [student.id], to);
  };
  const drag = useDrag<Held>(
    (held, key) => {
      const to = groups.find(({ id }) => String(id) === key);
      if (to) put(held, to);
      else if (held.from) void leave([held.student.id], held.from);
    },
    ({ from }, key) =>
      (key === nowhere && from?.can.assign === true) ||
      groups.some(({ id, can }) => String(id) === key && can.assign && id !== from?.id),
  );
  const targetsOf = (from?: Column['group']) => groups.filter(({ id, can }) => can.assign && id !== from?.id);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const all = picked.length === data.unassigned.length;

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.board} tabIndex={0} aria-label={t('groups.assign.title')}>
        <section
          className={`surface ${styles.column}`}
          aria-label={t('groups.assign.unassigned')}
          {...drag.target(nowhere)}
        >
          <Row justify="space-between" wrap="nowrap" mih={34}>
            <Title order={2} size="h5">
              {t('groups.assign.unassigned')}
            </Title>
            <Text size="sm" c="dimmed" className="tabular">
              {data.unassigned.length}
            </Text>
          </Row>
          {data.unassigned.length === 0 ? (
            <Text size="sm" c="dimmed" mt="xs">
              {t('groups.assign.everybody')}
            </Text>
          ) : (
            <Row gap="xs" mt={4}>
              <Checkbox
                size="xs"
                label={t('groups.assign.all')}
                checked={all}
                indeterminate={picked.length > 0 && !all}
                onChange={() => setChosen(new Set(all ? [] : data.unassigned.map(({ id }) => id)))}
              />
              {picked.length > 0 && (
                <MoveMenu groups={targetsOf()} onMove={(group) => void assign(picked, group)}>
                  <Button size="compact-sm">{t('groups.assign.move_chosen', { count: picked.length })}</Button>
                </MoveMenu>
              )}
            </Row>
          )}
          <ul className={styles.people}>
            {data.unassigned.map((student) => (
              <li key={student.id} className={styles.person} {...drag.source({ student })}>
                <Checkbox
                  size="xs"
                  aria-label={fullName(student)}
                  checked={chosen.has(student.id)}
                  onChange={() => toggle(student.id)}
                />
                <span>{fullName(student)}</span>
                <MoveMenu
                  of={fullName(student)}
                  groups={targetsOf()}
                  onMove={(group) => void assign([student.id], group)}
                />
              </li>
            ))}
          </ul>
        </section>
        {data.groups.map(({ group, students }) => (
          <section
            key={group.id}
            className={`surface ${styles.column}`}
            aria-label={group.name}
            {...drag.target(String(group.id))}
          >
            <Row justify="space-between" wrap="nowrap" mih={34}>
              <Title order={2} size="h5">
                {group.name}
              </Title>
              <Places taken={group.students} capacity={group.capacity} />
            </Row>
            <Text size="xs" c="dimmed">
              {[
                t(`groups.language.${group.language}`),
                group.education_form?.title,
                t('groups.women', { count: students.filter(({ gender }) => gender === 'FEMALE').length }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <ul className={styles.people}>
              {students.map((student) => (
                <li
                  key={student.membership_id}
                  className={styles.person}
                  {...(group.can.assign ? drag.source({ student, from: group }) : {})}
                >
                  <span>{fullName(student)}</span>
                  {group.can.assign && (
                    <MoveMenu
                      of={fullName(student)}
                      groups={targetsOf(group)}
                      onMove={(to) => setMoving({ student, from: group, to })}
                      onLeave={() => void leave([student.id], group)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {students.length === 0 && (
              <Text size="sm" c="dimmed" mt="xs">
                {t('groups.one.empty')}
              </Text>
            )}
          </section>
        ))}
      </section>
      <TransferDialog task={moving} onClose={() => setMoving(undefined)} />
    </>
  );
}
