import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MarkersAnswer } from '../api.ts';
import { rowKeyOf } from '../marks.ts';

type Work = Pick<MarkersAnswer['works'][number], 'component_id' | 'student_id' | 'code' | 'name'>;

/** A work that leads to its cell in moderation. */
export function WorkLink({ module, work, note }: { module: number; work: Work; note?: string }) {
  const search = {
    course_module_id: module,
    component_id: work.component_id,
    view: 'agree',
    student: rowKeyOf({ id: work.student_id, code: work.code }),
  };
  return (
    <Anchor size="sm" lh="24px" component={Link} {...({ to: '/mark-entry', search } as object)}>
      {work.name ?? work.code}
      {note && `, ${note}`}
    </Anchor>
  );
}
