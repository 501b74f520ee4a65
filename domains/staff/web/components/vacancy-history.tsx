import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { codeId, PageSpinner, useMessages } from '#platform/web/index.ts';
import { History, StatusBadge } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

interface VacancyHistoryProps {
  vacancy: { id: number } | undefined;
  title: string;
  onClose: () => void;
}

/** Who opened, stopped, filled or closed a vacancy, and why. */
export function VacancyHistory({ vacancy, title, onClose }: VacancyHistoryProps) {
  const t = useMessages();
  return (
    <Modal
      opened={vacancy !== undefined}
      onClose={onClose}
      title={t('staff.vacancies.history')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {vacancy && (
        <Stack>
          <Text fw={600}>{title}</Text>
          <Steps id={vacancy.id} />
        </Stack>
      )}
    </Modal>
  );
}

function Steps({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(api.vacancy.history.queryOptions({ input: { id } }));
  if (!data) return <PageSpinner />;
  return (
    <History
      entries={data.map((entry, index) => ({
        id: index,
        at: entry.at,
        actor: entry.by,
        action: (
          <StatusBadge
            status={entry.operation}
            label={
              entry.from_status ? t(codeId('staff.vacancy_status', entry.operation)) : t('staff.vacancies.created')
            }
          />
        ),
        reason: entry.reason,
      }))}
    />
  );
}
