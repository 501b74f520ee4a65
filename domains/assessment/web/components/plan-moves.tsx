import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { messageOf, silent } from '#platform/web/index.ts';
import { Arrow, SmallTable, showNumber, TextAreaField } from '#platform/web/kit/index.ts';
import { api, type PlanChange } from '../api.ts';
import { useFields } from '../use-fields.ts';

type Moves = Awaited<ReturnType<typeof api.plan.preview.call>>;

/** Once marking has begun: whose totals the change would move, and why it is made. */
export function PlanMoves(props: {
  /** What would be saved; none closes. */
  payload: PlanChange | undefined;
  onCancel: () => void;
  onSave: (reason: string) => Promise<unknown>;
}) {
  const { t } = useFields();
  return (
    <Modal
      opened={props.payload !== undefined}
      onClose={props.onCancel}
      size="lg"
      title={t('assessment.moves.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {props.payload && <Inside {...props} payload={props.payload} />}
    </Modal>
  );
}

function Inside({ payload, onCancel, onSave }: Parameters<typeof PlanMoves>[0] & { payload: PlanChange }) {
  const { t, label } = useFields();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const preview = useQuery({
    queryKey: ['assessment', 'moves', payload],
    queryFn: () => api.plan.preview.call(payload, silent),
    staleTime: 0,
    retry: false,
  });
  const save = async () => {
    if (reason.trim() === '') return setProblem(t('kit.error.required'));
    setBusy(true);
    try {
      await onSave(reason.trim());
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      {preview.isPending && <Skeleton h={120} />}
      {preview.isError && <Alert color="red">{messageOf(preview.error)}</Alert>}
      {preview.data && <Shown moves={preview.data} />}
      <TextAreaField
        label={label('reason')}
        required
        value={reason}
        error={problem || undefined}
        onChange={(value) => {
          setReason(value);
          setProblem('');
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('kit.cancel')}
        </Button>
        <Button loading={busy} disabled={!preview.data} onClick={() => void save()}>
          {t('assessment.moves.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function Shown({ moves }: { moves: Moves }) {
  const { t, label } = useFields();
  const intl = useIntl();
  const total = (value: number | undefined) => (value === undefined ? '—' : showNumber(value, intl.locale));
  const verdict = (passed: boolean | null | undefined) =>
    passed === true ? t('assessment.passed') : passed === false ? t('assessment.failed') : '';
  return (
    <Stack gap="xs">
      <Text role="status">
        {t('assessment.moves.sum', { moved: moves.moved, students: moves.students })}{' '}
        {(moves.passed_lost > 0 || moves.passed_gained > 0) &&
          t('assessment.moves.verdicts', { lost: moves.passed_lost, gained: moves.passed_gained })}
      </Text>
      {moves.moves.length > 0 && (
        <SmallTable
          rows={moves.moves}
          rowKey={(one) => one.student_id}
          minWidth={360}
          maxHeight="40vh"
          columns={[
            { key: 'student', title: label('student'), names: true, render: (one) => one.name },
            {
              key: 'before',
              title: t('assessment.moves.before'),
              figure: true,
              render: (one) => total(one.before?.total),
            },
            { key: 'after', title: t('assessment.moves.after'), figure: true, render: (one) => total(one.after.total) },
            {
              key: 'passed',
              title: label('passed'),
              render: (one) => (
                <>
                  {one.before?.passed !== one.after.passed && (
                    <>
                      {verdict(one.before?.passed)} <Arrow />{' '}
                    </>
                  )}
                  {verdict(one.after.passed)}
                </>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}
