import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconAdjustments, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { download, messageOf, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, Empty, notify, PageHeader, ReasonDialog, Section } from '#platform/web/kit/index.ts';
import { api, loadAdmissionModules, refresh } from '../api.ts';
import { ModulesToMark } from '../components/modules-to-mark.tsx';
import type { Learner } from './reasons.tsx';
import { RulesDrawer } from './rules.tsx';
import { AdmissionTable, type Decide } from './table.tsx';

type Show = 'all' | 'yes' | 'no';

/** Everybody who takes a module, admitted or barred; decisions beyond the rules, the list, the rules for those who may. */
export function ModuleAdmission() {
  const t = useMessages();
  const rights = useAbility();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { course_module_id?: unknown; attempt?: unknown };
  const { course_module_id } = search;
  const attempt = /^[2-9]$/.test(String(search.attempt)) ? Number(search.attempt) : 1;
  const module = /^\d{1,9}$/.test(String(course_module_id)) ? Number(course_module_id) : null;
  const [show, setShow] = useState<Show>('all');
  const [asked, setAsked] = useState<{ of: Learner; allowed: boolean | null }>();
  const [tuning, setTuning] = useState(false);
  const word = (key: NameIn<'assessment.admission'>, values = {}) => t(`assessment.admission.${key}`, values);
  const query = useQuery({
    ...api.admission.read.queryOptions({ input: { course_module_id: module ?? 0, attempt }, ...silent }),
    enabled: module !== null,
  });
  const { data } = query;
  const people = data?.students ?? [];
  const admitted = people.filter((one) => one.admitted).length;
  const counts = { all: people.length, yes: admitted, no: people.length - admitted };
  const decide: Decide | undefined = data?.can.override ? (of, allowed) => setAsked({ of, allowed }) : undefined;
  const done = async (reason: string) => {
    if (!asked || module === null) return;
    await api.admission.allow.call(
      { student_id: asked.of.student.id, course_module_id: module, attempt, allowed: asked.allowed, reason },
      silent,
    );
    await refresh();
    notify.success(word('decided', { student: asked.of.student.name }));
  };
  return (
    <Stack gap="md">
      <PageHeader
        title={word('title')}
        description={word('about')}
        actions={
          <Group gap="xs">
            {rights.can('exam_admission.manage') && (
              <Button
                variant="default"
                leftSection={<IconAdjustments size={16} aria-hidden />}
                onClick={() => setTuning(true)}
              >
                {word('rules')}
              </Button>
            )}
            {data && (data.can.manage || data.can.override) && (
              <Button
                leftSection={<IconFileTypePdf size={16} aria-hidden />}
                onClick={() =>
                  void download(`/assessment/exam-admission/list?course_module_id=${module}&attempt=${attempt}`).catch(
                    () => undefined,
                  )
                }
              >
                {word('list')}
              </Button>
            )}
          </Group>
        }
      />
      <AsyncSelect
        label={word('module')}
        value={module}
        onChange={(id) => void navigate({ to: '.', search: { course_module_id: id ?? undefined } })}
        load={loadAdmissionModules}
      />
      {module === null &&
        (rights.can('assessment_plan.read') ? (
          <ModulesToMark embedded onChoose={(id) => void navigate({ to: '.', search: { course_module_id: id } })} />
        ) : (
          <Empty title={word('choose')} text={word('choose_text')} />
        ))}
      {data && data.attempts > 1 && (
        <SegmentedControl
          aria-label={t('assessment.field.attempt')}
          value={String(attempt)}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: { course_module_id: module ?? undefined, attempt: next === '1' ? undefined : Number(next) },
            })
          }
          data={Array.from({ length: data.attempts }, (_, at) => at + 1).map((number) => ({
            value: String(number),
            label: t('assessment.entry.attempt', { number }),
          }))}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {module !== null && query.isError && <Empty title={word('missing')} text={messageOf(query.error)} />}
      {module !== null && query.isPending && <Skeleton h={420} />}
      {data && (
        <Section
          title={`${data.course_module.code} ${data.course_module.title}`}
          description={[
            data.course_module.course,
            data.course_module.academic_year,
            t('assessment.module.semester', { semester: data.course_module.semester }),
          ].join(' · ')}
        >
          <Stack gap="sm">
            <Group justify="space-between">
              <Text size="sm">{word('count', { admitted: counts.yes, barred: counts.no })}</Text>
              <SegmentedControl
                size="xs"
                value={show}
                onChange={(next) => setShow(next as Show)}
                aria-label={word('decision')}
                data={(['all', 'yes', 'no'] as const).map((value) => ({ value, label: word(value) }))}
              />
            </Group>
            {counts[show] === 0 ? (
              <Empty title={word('nobody')} />
            ) : (
              <AdmissionTable
                people={people
                  .filter((one) => show === 'all' || one.admitted === (show === 'yes'))
                  .toSorted((a, b) => Number(a.admitted) - Number(b.admitted))}
                decide={decide}
              />
            )}
          </Stack>
        </Section>
      )}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={
          asked
            ? `${word(asked.allowed === null ? 'undo' : asked.allowed ? 'allow' : 'bar')}: ${asked.of.student.name}`
            : ''
        }
        label={asked?.allowed === null ? undefined : word('why')}
        danger={asked?.allowed === false}
        onConfirm={done}
      />
      <RulesDrawer opened={tuning} onClose={() => setTuning(false)} />
    </Stack>
  );
}
