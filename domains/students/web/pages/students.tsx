import { Navigate, useLocation } from '@tanstack/react-router';
import { useAbility } from '#platform/web/index.ts';
import { type StatusPage, statusPages } from '../../workflow.ts';
import { StudentList } from '../components/student-list.tsx';

/** One page for every list of students: the path says which statuses. Students themselves come to their own record. */
export default function Students() {
  const { pathname } = useLocation();
  const { scope } = useAbility();
  if (scope('student.read') === 'own') return <Navigate to="/student/student-info" replace />;
  const word = pathname.replaceAll('/', '');
  const page =
    Object.hasOwn(statusPages, word) && word !== 'active' ? (word as Exclude<StatusPage, 'active'>) : undefined;
  return <StudentList key={word} page={page} />;
}
