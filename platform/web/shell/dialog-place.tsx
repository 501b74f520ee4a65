import { lazy, Suspense } from 'react';
import { dialogsWanted } from '../kit/dialogs/place.ts';
import { Coming } from '../later.tsx';

const Dialogs = lazy(() => import('./dialogs.tsx'));

/** Where the questions and messages that are opened from code (`confirm`, `tell`) appear, once there was one. */
export function DialogPlace() {
  return dialogsWanted.use() ? (
    <Suspense fallback={<Coming />}>
      <Dialogs />
    </Suspense>
  ) : null;
}
