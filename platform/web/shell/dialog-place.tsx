import { dialogs } from '../kit/dialogs/place.ts';

/** Where the questions and messages that are opened from code (`confirm`, `tell`) appear, once there was one. */
export function DialogPlace() {
  const there = dialogs.use();
  return there && <there.Dialogs />;
}
