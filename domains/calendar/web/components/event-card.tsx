import { Anchor, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { Facts, showDate } from '#platform/web/kit/index.ts';
import { colorOf, type Row } from '../api.ts';
import { timesOf } from '../days.ts';

interface Props {
  event: Row | undefined;
  onClose: () => void;
  edit: (id: number) => void;
  remove: (event: Row) => void;
}

/** All that is known of one event, and what one may do with it. */
export function EventCard({ event, onClose, edit, remove }: Props) {
  const t = useMessages();
  const when = (row: Row) => {
    const days =
      row.starts_on === row.ends_on ? showDate(row.starts_on) : `${showDate(row.starts_on)} – ${showDate(row.ends_on)}`;
    return [days, timesOf(row)].filter(Boolean).join(', ');
  };
  return (
    <Modal opened={event !== undefined} onClose={onClose} title={event?.title} centered>
      {event && (
        <Stack>
          <Group gap={6}>
            <Badge variant="light" color={colorOf[event.type]} autoContrast>
              {t(`calendar.type.${event.type}`)}
            </Badge>
            {event.personal && <Badge variant="default">{t('calendar.audience.ME')}</Badge>}
          </Group>
          <Facts
            items={[
              { label: t('calendar.when'), value: when(event) },
              ...(event.place ? [{ label: t('calendar.field.place'), value: event.place }] : []),
            ]}
          />
          {event.description && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {event.description}
            </Text>
          )}
          {event.path && (
            <Anchor
              href={event.path}
              size="sm"
              {...(event.path.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}
            >
              {t('calendar.open')}
            </Anchor>
          )}
          {event.id !== null && event.can.edit && (
            <Group justify="flex-end">
              <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(event)}>
                {t('calendar.delete')}
              </Button>
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(event.id as number)}>
                {t('calendar.change')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  );
}
