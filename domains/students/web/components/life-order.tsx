import { Anchor } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { openPaper, silent, type Translate, useMessages } from '#platform/web/index.ts';
import { askReason, notify } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

interface Order {
  id: number;
  order_number: string | null;
  /** written here, so that there is a PDF */
  document: boolean;
}

/** The order of a change by its number; the PDF behind it where it was written here. */
export function LifeOrder({ order: { id, order_number, document } }: { order: Order }) {
  const t = useMessages();
  if (!order_number) return null;
  if (!document) return t('students.status.order', { number: order_number });
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => void openPaper(`/student/life/${id}/order`, `${order_number}.pdf`)}
    >
      <IconFileTypePdf size={16} stroke={1.7} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 4 }} />
      {t('students.life.order', { number: order_number })}
    </Anchor>
  );
}

/** Asks why and takes a change back, for all of them or for some; what was built on it stands under the reason. */
export const undoLife = (
  t: Translate,
  { id, name, student_ids }: { id: number; name: string; student_ids?: number[] },
): Promise<boolean> =>
  askReason({
    title: t('students.life.undo_title'),
    name,
    text: t('students.life.undo_about'),
    yes: t('kit.undo'),
    run: async (reason) => {
      const { undone } = await api.life.undo.call({ id, reason, ...(student_ids ? { student_ids } : {}) }, silent);
      notify.success(t('students.status.taken_back', { count: undone }));
      await refresh();
    },
  });
