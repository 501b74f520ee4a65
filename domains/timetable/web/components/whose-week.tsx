import { Group, SegmentedControl } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { AsyncSelect } from '#platform/web/kit/index.ts';
import { type WeekOwner, weekOwners } from '../api.ts';

interface WhoseWeekProps {
  kinds: readonly WeekOwner[];
  kind: WeekOwner;
  id: number | undefined;
  onChange: (kind: WeekOwner, id: number | undefined) => void;
}

/** Chooses a group, teacher, room or student. */
export function WhoseWeek({ kinds, kind, id, onChange }: WhoseWeekProps) {
  const t = useMessages();
  return (
    <Group gap="xs" align="end" miw={0} maw="100%">
      <SegmentedControl
        size="sm"
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label={t('timetable.whose')}
        value={kind}
        onChange={(next) => onChange(next as WeekOwner, undefined)}
        data={kinds.map((value) => ({ value, label: t(`timetable.whose.${value}`) }))}
      />
      <AsyncSelect
        key={kind}
        name="whose"
        aria-label={t(`timetable.whose.${kind}`)}
        placeholder={t(`timetable.find.${kind}`)}
        load={weekOwners[kind]}
        value={id ?? null}
        onChange={(next: unknown) => onChange(kind, next ? Number(next) : undefined)}
      />
    </Group>
  );
}
