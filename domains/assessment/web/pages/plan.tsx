import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconCopy, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, messageOf, silent, useAbility, useTitle } from '#platform/web/index.ts';
import {
  Empty,
  FormContext,
  PageHeader,
  RecordFormView,
  Section,
  StatusBadge,
  useRecordForm,
} from '#platform/web/kit/index.ts';
import { planSave, planScales, planStates, retakeCounts } from '../../shapes.ts';
import { finalStates } from '../../workflow.ts';
import { api, loadModules, type Plan, type PlanChange, refresh } from '../api.ts';
import { CopyPlans } from '../components/copy-plans.tsx';
import { PlanMoves } from '../components/plan-moves.tsx';
import { PlanTree } from '../components/plan-tree.tsx';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...planSave });
const fresh = {
  pass_mark: 60,
  scale: 'P100',
  retake_attempts: 2,
  retake_counts: 'BEST',
  compensation: false,
  appeal_days: 10,
  state: 'DRAFT',
  components: [],
};

/** The plan of one module: its components with weights, criteria and rules. */
export default function PlanPage() {
  const { t } = useFields();
  const { course_module_id } = useParams({ strict: false }) as { course_module_id: string };
  const query = useQuery(
    api.plan.list.queryOptions({ input: { course_module_id: Number(course_module_id), size: 1 }, ...silent }),
  );
  const plan = query.data?.content[0];
  const named = useQuery({
    queryKey: ['assessment', 'module', course_module_id],
    queryFn: () => loadModules('', [course_module_id]),
    enabled: query.isSuccess && !plan,
  });
  const title = plan?.course_module.title ?? named.data?.[0]?.title;
  const [copying, setCopying] = useState(false);
  const may = useAbility().can('assessment_plan.manage');
  const edit = plan?.can?.edit ?? may;
  useTitle(title ?? '');
  if (query.isError) return <Empty title={t('assessment.plan.missing')} text={messageOf(query.error)} />;
  if (named.data?.length === 0) return <Empty title={t('assessment.plan.missing')} />;
  return (
    <Stack gap="md">
      <PageHeader
        back="/mark-plan"
        title={title ?? t('assessment.plan.title')}
        description={
          plan
            ? [
                plan.course_module.code,
                plan.course_module.course,
                plan.course_module.academic_year,
                t('assessment.module.semester', { semester: plan.course_module.semester }),
              ].join(' · ')
            : t('assessment.plan.about')
        }
        badge={plan && <StatusBadge status={plan.state} label={t(`assessment.state.${plan.state}`)} />}
        actions={
          <Group gap="xs">
            {edit && !plan && query.isSuccess && (
              <Button
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => setCopying(true)}
              >
                {t('assessment.copy.open')}
              </Button>
            )}
            {plan && (
              <Button
                variant="default"
                leftSection={<IconTable size={16} aria-hidden />}
                component={Link}
                {...({ to: '/mark-entry', search: { course_module_id } } as object)}
              >
                {t('assessment.entry.title')}
              </Button>
            )}
          </Group>
        }
      />
      {query.isPending ? (
        <Skeleton h={420} />
      ) : plan || edit ? (
        <PlanForm key={plan?.id ?? 'new'} plan={plan} course_module_id={Number(course_module_id)} disabled={!edit} />
      ) : (
        <Empty title={t('assessment.plan.none')} text={t('assessment.plan.none_text')} />
      )}
      <CopyPlans opened={copying} into={Number(course_module_id)} onClose={() => setCopying(false)} />
    </Stack>
  );
}

interface Asked {
  payload: PlanChange;
  done: (saved: Plan) => void;
  cancel: (error: { message: string }) => void;
}

function PlanForm(props: { plan: Plan | undefined; course_module_id: number; disabled: boolean }) {
  const { t, label, field } = useFields();
  const { plan } = props;
  const [asked, setAsked] = useState<Asked>();
  const begun = plan?.marking_begun_at != null;
  // What the board has confirmed stands on these rules; what comes after it may still be tuned.
  const confirmed = finalStates.some((state) => plan?.progress.states[state]);
  const rule = confirmed ? { disabled: true } : {};
  const defaults = useMemo(() => ({ ...fresh, course_module_id: props.course_module_id }), [props.course_module_id]);
  const save = (payload: PlanChange): Promise<Plan> => {
    if (begun && !confirmed) return new Promise((done, cancel) => setAsked({ payload, done, cancel }));
    const { components, ...rest } = payload;
    return api.plan.save.call(confirmed ? rest : payload, silent) as Promise<Plan>;
  };
  const form = {
    schema,
    record: plan,
    defaults,
    disabled: props.disabled,
    save: save,
    onSaved: () => {
      void refresh();
    },
  };
  const state = useRecordForm(form);
  const tree = confirmed ? { ...state, binding: { ...state.binding, disabled: true } } : state;
  return (
    <>
      <RecordFormView
        {...form}
        state={state}
        intro={
          <Stack gap="md">
            {confirmed && !props.disabled && <Alert color="blue">{t('assessment.plan.confirmed')}</Alert>}
            <Section title={t('assessment.plan.tree')} description={t('assessment.plan.tree_about')}>
              <FormContext value={tree.binding}>
                <PlanTree state={tree} />
              </FormContext>
            </Section>
          </Stack>
        }
        labels={{ components: label('components') }}
        submitLabel={begun && !confirmed ? t('assessment.plan.check_and_save') : undefined}
        sections={[
          {
            title: t('assessment.plan.rules'),
            fields: [
              { control: 'number', ...field('pass_mark'), decimals: 1, ...rule },
              {
                control: 'select',
                ...field('scale'),
                options: choices(t, 'assessment.scale', planScales),
                clearable: false,
              },
              {
                control: 'switch',
                ...field('compensation'),
                ...rule,
                description: t('assessment.plan.compensation_hint'),
              },
              {
                control: 'select',
                ...field('state'),
                ...rule,
                options: choices(t, 'assessment.state', planStates),
                clearable: false,
                description: t('assessment.plan.state_hint'),
              },
            ],
          },
          {
            title: t('assessment.plan.retakes'),
            fields: [
              { control: 'number', ...field('retake_attempts') },
              {
                control: 'select',
                ...field('retake_counts'),
                ...rule,
                options: choices(t, 'assessment.counts', retakeCounts),
                clearable: false,
              },
              {
                control: 'number',
                ...field('retake_cap'),
                decimals: 1,
                description: t('assessment.plan.cap_hint'),
                ...rule,
              },
              { control: 'money', ...field('retake_fee') },
            ],
          },
          {
            title: t('assessment.plan.times'),
            fields: [
              { control: 'date', ...field('entry_opens_on') },
              { control: 'date', ...field('entry_closes_on') },
              { control: 'number', ...field('appeal_days') },
            ],
          },
        ]}
      />
      <PlanMoves
        payload={asked?.payload}
        onCancel={() => {
          asked?.cancel({ message: t('assessment.moves.cancelled') });
          setAsked(undefined);
        }}
        onSave={async (reason) => {
          if (!asked) return;
          const saved = (await api.plan.save.call({ ...asked.payload, reason }, silent)) as Plan;
          setAsked(undefined);
          asked.done(saved);
        }}
      />
    </>
  );
}
