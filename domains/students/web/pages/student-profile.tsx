import { useParams } from '@tanstack/react-router';
import { ProfileView } from '../components/profile-view.tsx';

/** Any student whom the person may see. */
export default function StudentProfile() {
  const { student_id = '' } = useParams({ strict: false }) as { student_id?: string };
  return <ProfileView key={student_id} id={student_id} />;
}
