import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { moduleColor } from '#platform/web/kit/index.ts';
import { useYears } from '../api.ts';

/** What lists of modules have in common. */

/** A module by its title and colour, with its code and course below. `below`: what a phone has no column for. */
export function ModuleName({
  module,
  below,
}: {
  module: { title: string; code: string; course: string };
  below?: ReactNode;
}) {
  return (
    <div style={{ borderInlineStart: `3px solid ${moduleColor(module.code)}`, paddingInlineStart: 8 }}>
      <Text size="sm" fw={500}>
        {module.title}
      </Text>
      <Text size="xs" c="dimmed">
        {module.code} · {module.course}
      </Text>
      {typeof below === 'string' ? (
        <Text size="xs" mt={4}>
          {below}
        </Text>
      ) : (
        below
      )}
    </div>
  );
}

/** The filter by academic year, the newest first. */
export function useYearFilter() {
  const t = useMessages();
  const years = useYears().data?.content ?? [];
  return {
    key: 'academic_year_id' as const,
    label: t('assessment.field.academic_year_id'),
    control: 'select' as const,
    options: years.map(({ id, name }) => ({ id, title: name })),
  };
}
