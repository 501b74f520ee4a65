import { useParams } from '@tanstack/react-router';
import { Opened } from '../components/opened.tsx';

/** A CV by its number. */
export default function CvPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <Opened id={id} />;
}
