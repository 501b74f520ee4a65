import { Alert, Badge, Button, Drawer, Group, List, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { AsyncSelect, notify, type OptionId, SelectField } from '#platform/web/kit/index.ts';
import { api, loadModules, refresh, useYears } from '../api.ts';
import { useFields } from '../use-fields.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Fills this module from another; without it also all plans of a year can be taken over. */
  into?: number | undefined;
}

/** Takes plans over, from another module or from the year before; what would happen is shown first. */
export function CopyPlans(props: Props) {
  const { t } = useFields();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={560}
      title={t('assessment.copy.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Inside {...props} />
    </Drawer>
  );
}

const ways = ['year', 'module'] as const;

function Inside({ into, onClose }: Props) {
  const { t } = useFields();
  const years = (useYears().data?.content ?? []).map(({ id, name }) => ({ id, title: name }));
  const [way, setWay] = useState<(typeof ways)[number]>(into === undefined ? 'year' : 'module');
  const [from, setFrom] = useState<OptionId | null>(null);
  const [to, setTo] = useState<OptionId | null>(null);
  const [targets, setTargets] = useState<OptionId[]>(into === undefined ? [] : [into]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input =
    way === 'year'
      ? { from_academic_year_id: Number(from), to_academic_year_id: Number(to) }
      : { from_course_module_id: Number(from), to_course_module_ids: targets.map(Number) };
  const ready = from !== null && (way === 'year' ? to !== null : targets.length > 0);
  const preview = useQuery({
    queryKey: ['assessment', 'copy', input],
    queryFn: () => api.plan.copy.call(input, silent),
    enabled: ready,
    staleTime: 0,
    retry: false,
  });
  const fresh = preview.data?.plans.filter((one) => one.state === 'NEW') ?? [];
  const apply = async () => {
    setBusy(true);
    try {
      await api.plan.copy.call({ ...input, apply: true }, silent);
      notify.success(t('assessment.copy.done', { count: fresh.length }));
      await refresh();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const failed = problem || (preview.isError ? messageOf(preview.error) : '');
  return (
    <Stack>
      {into === undefined && (
        <SegmentedControl
          aria-label={t('assessment.copy.way')}
          value={way}
          onChange={(next) => {
            setWay(next as (typeof ways)[number]);
            setFrom(null);
          }}
          data={ways.map((value) => ({ value, label: t(`assessment.copy.way.${value}`) }))}
        />
      )}
      {way === 'year' ? (
        <>
          <SelectField
            label={t('assessment.copy.from_year')}
            required
            options={years}
            value={from}
            onChange={setFrom}
          />
          <SelectField
            label={t('assessment.copy.to_year')}
            required
            options={years.filter(({ id }) => id !== from)}
            value={to}
            onChange={setTo}
          />
        </>
      ) : (
        <>
          <AsyncSelect
            label={t('assessment.copy.from_module')}
            required
            load={loadModules}
            value={from}
            onChange={setFrom}
          />
          {into === undefined && (
            <AsyncSelect
              label={t('assessment.copy.to_modules')}
              required
              multiple
              load={loadModules}
              value={targets}
              onChange={setTargets}
            />
          )}
        </>
      )}
      {ready && preview.isPending && <Skeleton h={120} />}
      {preview.data && (
        <Stack gap="xs" role="status">
          <Text fw={600}>{t('assessment.copy.preview', { count: fresh.length })}</Text>
          <List size="sm" spacing={4}>
            {preview.data.plans.map((one) => (
              <List.Item key={one.to_course_module_id}>
                {one.title}{' '}
                {one.state === 'EXISTS' ? (
                  <Badge size="sm" variant="light" color="gray">
                    {t('assessment.copy.exists')}
                  </Badge>
                ) : (
                  <Text span size="xs" c="dimmed">
                    {t('assessment.plan.components', { count: one.components })}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
          {preview.data.without.length > 0 && (
            <Alert color="orange" p="xs" title={t('assessment.copy.without')}>
              {preview.data.without.map(({ title }) => title).join(', ')}
            </Alert>
          )}
        </Stack>
      )}
      <div aria-live="assertive">{failed !== '' && <Alert color="red">{failed}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button loading={busy} disabled={fresh.length === 0} onClick={() => void apply()}>
          {t('assessment.copy.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
