import { ActionIcon, Box, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '#platform/web/index.ts';
import type { Application } from '../../api.ts';
import type { Review } from './use-review.ts';

interface ReviewedFieldProps {
  path: string;
  label: string;
  value: ReactNode;
  review: Review;
  application: Application;
}

/** A field as it was answered; a flag says that the applicant is to mend it, and a line what is wrong. */
export function ReviewedField({ path, label, value, review, application }: ReviewedFieldProps) {
  const t = useMessages();
  const note = review.flags.get(path);
  const returned = application.update_fields.find((field) => field.path === path);
  return (
    <Box
      px="xs"
      py={6}
      style={{
        borderLeft: `3px solid ${note !== undefined || returned ? 'var(--mantine-color-orange-6)' : 'transparent'}`,
      }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="div" size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {value === null || value === undefined || value === '' ? '—' : value}
          </Text>
        </div>
        {review.open && (
          <Tooltip label={t('admissions.review.flag')}>
            <ActionIcon
              variant={note === undefined ? 'subtle' : 'light'}
              color={note === undefined ? 'gray' : 'orange'}
              aria-label={t('admissions.review.flag_field', { field: label })}
              aria-pressed={note !== undefined}
              onClick={() => review.flag(path, note === undefined ? '' : undefined)}
            >
              {note === undefined ? <IconFlag size={16} aria-hidden /> : <IconFlagFilled size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {returned && (
        <Text size="sm" c="var(--mantine-color-orange-text)">
          {t('admissions.review.returned', { note: returned.note || '—' })}
        </Text>
      )}
      {note !== undefined && (
        <TextInput
          mt={4}
          size="xs"
          autoFocus
          maxLength={500}
          aria-label={t('admissions.review.note_for', { field: label })}
          placeholder={t('admissions.review.note')}
          value={note}
          onChange={(event) => review.flag(path, event.currentTarget.value)}
        />
      )}
    </Box>
  );
}
