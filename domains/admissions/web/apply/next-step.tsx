import { Button, Group, Text } from '@mantine/core';
import { IconArrowRight, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { download, useMessages } from '#platform/web/index.ts';
import { showDate } from '#platform/web/kit/index.ts';
import styles from './apply.module.css';
import type { Row } from './calls.ts';
import { applyPaths } from './paths.ts';
import { waitsForMe } from './stops.ts';

const academic = (row: Row) => row.flavour === 'plain' || row.flavour === 'general';
const contractPath = (row: Row) =>
  row.level === 'BACHELOR' || !row.level ? '/bachelor/contracts' : '/master/contracts';

/** What is going on with an application, until when, and the one thing to do about it. */
export function NextStep({ row, inside = false }: { row: Row; inside?: boolean }) {
  const t = useMessages();
  const mine = waitsForMe(row.flavour, row.status);
  const day = deadlineOf(row);
  const seat = row.seat && row.status === 'EXAM_ASSIGNED' ? row.seat : null;
  return (
    <div className={styles.now} data-mine={mine || undefined}>
      <Text size="sm" fw={600}>
        {t(`apply.now.${row.flavour === 'hr' && row.status === 'OFFERED' ? 'HR_OFFERED' : row.status}`)}
      </Text>
      {row.decision?.published && row.status === 'RECOMMENDED' && row.decision.tuition ? (
        <Text size="sm">{t(`apply.decided.${row.decision.tuition}`)}</Text>
      ) : null}
      {row.status === 'WAITING_LIST' && row.decision?.rank ? (
        <Text size="sm">{t('apply.rank', { rank: row.decision.rank })}</Text>
      ) : null}
      {row.score !== null && row.decision?.published ? (
        <Text size="sm">{t('apply.score', { score: String(row.score) })}</Text>
      ) : null}
      {seat ? (
        <Text size="sm">
          {t('apply.seat', {
            day: showDate(seat.day),
            time: `${seat.starts_at}–${seat.ends_at}`,
            place: [seat.place, seat.address].filter(Boolean).join(', '),
            seat: seat.seat_no,
          })}
        </Text>
      ) : null}
      {day ? (
        <Text size="sm" c="dimmed">
          {t('apply.until', { day: showDate(day) })}
        </Text>
      ) : null}
      <Actions row={row} inside={inside} />
    </div>
  );
}

/** The day that counts at this stop, if one does. */
function deadlineOf(row: Row): string | null {
  if (row.status === 'DRAFT') return row.closes_on;
  return row.status === 'OFFERED' || row.status === 'CONTRACT_ACCEPTED' ? row.deadline_on : null;
}

function Actions({ row, inside }: { row: Row; inside: boolean }) {
  const t = useMessages();
  const fill = applyPaths[row.flavour].fill;
  const to = (label: string, path: string, search: Record<string, string> = {}) => (
    <Button
      component={Link}
      {...({ to: path, search } as object)}
      size="sm"
      rightSection={<IconArrowRight size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
  const here = { id: String(row.id) };
  const contract = academic(row) && ['OFFERED', 'CONTRACT_ACCEPTED', 'PAID'].includes(row.status);
  const buttons = [
    row.status === 'DRAFT' && !inside ? to(t('apply.go_on'), fill, here) : null,
    row.status === 'UPDATE_REQUIRED' && !inside ? to(t('apply.mend.go'), fill, here) : null,
    row.status === 'VERIFIED' && academic(row) ? to(t('apply.exam.choose'), fill, { ...here, step: 'exam' }) : null,
    row.status === 'EXAM_ASSIGNED' ? <CardButton key="card" row={row} /> : null,
    row.status === 'EXAM_ASSIGNED' ? (
      <Button
        key="change"
        component={Link}
        {...({ to: fill, search: { ...here, step: 'exam' } } as object)}
        size="sm"
        variant="default"
      >
        {t('apply.exam.change')}
      </Button>
    ) : null,
    contract
      ? to(t(row.status === 'OFFERED' ? 'apply.contract.read' : 'apply.contract.open'), contractPath(row))
      : null,
    !inside && !['DRAFT', 'UPDATE_REQUIRED'].includes(row.status) ? (
      <Button key="open" component={Link} {...({ to: fill, search: here } as object)} size="sm" variant="default">
        {t('apply.open')}
      </Button>
    ) : null,
  ].filter(Boolean);
  return buttons.length ? (
    <Group gap="xs" mt="sm">
      {buttons}
    </Group>
  ) : null;
}

/** The card for the entrance, as a PDF with its code. */
function CardButton({ row }: { row: Row }) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={async () => {
        setBusy(true);
        // What goes wrong is told at the edge of the page.
        await download(`/admission/exam_card/${row.id}`, `${row.number}.pdf`).catch(() => undefined);
        setBusy(false);
      }}
    >
      {t('apply.exam.card')}
    </Button>
  );
}
