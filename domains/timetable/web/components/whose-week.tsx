import { Group, SegmentedControl } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { AsyncSelect } from '#platform/web/kit/index.ts';
import { type Whose, whose } from '../api.ts';

interface WhoseWeekProps {
  kinds: readonly Whose[];
  kind: Whose;
  id: number | undefined;
  onChange: (kind: Whose, id: number | undefined) => void;
}

/** Chooses a group, teacher, room or student. */
export function WhoseWeek({ kinds, kind, id, onChange }: WhoseWeekProps) {
  const t = useMessages();
  return (
    <Group gap="xs" align="end">
      <SegmentedControl
        size="sm"
        aria-label={t('timetable.whose')}
        value={kind}
        onChange={(next) => onChange(next as Whose, undefined)}
        data={kinds.map((value) => ({ value, label: t(`timetable.whose.${value}`) }))}
      />
      <AsyncSelect
        key={kind}
        name="whose"
        aria-label={t(`timetable.whose.${kind}`)}
        placeholder={t(`timetable.find.${kind}`)}
        load={whose[kind]}
        value={id ?? null}
        onChange={(next: unknown) => onChange(kind, next ? Number(next) : undefined)}
      />
    </Group>
  );
}
