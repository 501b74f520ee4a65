import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { download, silent, useMessages } from '#platform/web/index.ts';
import { askReason, notify, Section, StatusBadge, showDateTime } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

const colors = { CLEAR: 'teal', REFUSED: 'red', WAITING: 'yellow' } as const;

/** The clearance sheet of a student: each office's word, and the buttons of whoever may give one. */
export function Sheet({ student_id }: { student_id: number | undefined }) {
  const t = useMessages();
  const asked = student_id ? { student_id } : {};
  const { data } = useQuery(api.clearance.sheet.queryOptions({ input: asked, ...silent }));
  if (!data || data.offices.length === 0) return null;
  const say = async (office_id: number, clear: boolean, note?: string) => {
    await api.clearance.word.call({ student_id: data.student.id, office_id, clear, ...(note ? { note } : {}) }, silent);
    await refresh();
  };
  return (
    <Section title={t('assessment.clearance.title')}>
      <Stack gap="sm">
        {data.offices.map((one) => (
          <Group key={one.id} gap="sm" wrap="wrap" justify="space-between">
            <div style={{ flex: '1 1 200px' }}>
              <Text size="sm" fw={500}>
                {one.title}
              </Text>
              {(one.note || one.by) && (
                <Text size="xs" c="dimmed">
                  {[one.note, one.by, one.at && showDateTime(one.at)].filter(Boolean).join(' · ')}
                </Text>
              )}
            </div>
            <Group gap="xs">
              <StatusBadge
                status={one.state}
                color={colors[one.state]}
                label={t(`assessment.clearance.state.${one.state}`)}
              />
              {one.can_sign && one.state !== 'CLEAR' && (
                <Button size="compact-xs" onClick={() => void say(one.id, true).catch(notify.error)}>
                  {t('assessment.clearance.clear')}
                </Button>
              )}
              {one.can_sign && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() =>
                    void askReason({
                      title: t('assessment.clearance.refuse'),
                      name: one.title,
                      text: t('assessment.clearance.refuse_hint'),
                      yes: t('assessment.clearance.refuse'),
                      run: (note) => say(one.id, false, note),
                    })
                  }
                >
                  {t('assessment.clearance.refuse')}
                </Button>
              )}
            </Group>
          </Group>
        ))}
        <Button
          w="fit-content"
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void download(`/clearance/paper?student_id=${data.student.id}`)}
        >
          {t('assessment.clearance.paper')}
        </Button>
      </Stack>
    </Section>
  );
}
