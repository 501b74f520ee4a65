import { Changes } from './changes.tsx';

/** User info history: who changed what. */
export default function InfoHistory() {
  return <Changes />;
}
