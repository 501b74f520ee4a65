import { ProfileView } from '../components/profile-view.tsx';

/** The record of the student who is signed in. */
export default function OwnInfo() {
  return <ProfileView />;
}
