import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Where short notices stand, and what puts them there; only `toast.tsx` asks for it. */
export { notifications };
export default function Notices() {
  return <Notifications position="top-right" zIndex={1000} limit={4} mt={56} />;
}
