import { useParams } from '@tanstack/react-router';
import { ProfileView } from '../components/profile-view.tsx';

/** Any student whom the person may see. */
export default function StudentProfile() {
  const { student_id = '' } = useParams({ strict: false }) as { student_id?: string };
  // `/{category}/student-info` means one's own record in every category, and the router takes this page for it.
  if (student_id === 'student-info') return <ProfileView />;
  return <ProfileView key={student_id} id={student_id} />;
}
