import { useAbility } from '#platform/web/index.ts';
import { Boards } from '../boards/boards.tsx';
import StudentHome from './dashboard.tsx';

/** The dashboard of whoever comes: of those who work here by their work, of students their own. */
export default function Work() {
  return useAbility().can('report.read') ? <Boards /> : <StudentHome />;
}
