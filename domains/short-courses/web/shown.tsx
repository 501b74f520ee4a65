import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { CourseState, RegistrationState } from '../workflow.ts';

const courseTones: Record<CourseState, string> = {
  DRAFT: 'gray',
  OPEN: 'teal',
  CLOSED: 'yellow',
  FINISHED: 'blue',
  CANCELLED: 'red',
};
const placeTones: Record<RegistrationState, string> = {
  WAITING: 'gray',
  OFFERED: 'violet',
  HELD: 'yellow',
  CONFIRMED: 'teal',
  COMPLETED: 'blue',
  EXPIRED: 'gray',
  CANCELLED: 'red',
};

export function CourseBadge({ state }: { state: CourseState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={courseTones[state]} label={t(`short-courses.course_state.${state}`)} />;
}
export function PlaceBadge({ state }: { state: RegistrationState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={placeTones[state]} label={t(`short-courses.place_state.${state}`)} />;
}
