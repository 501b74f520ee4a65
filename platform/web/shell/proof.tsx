import { lazy, Suspense } from 'react';
import { onProofAsked } from '../http.ts';
import { Coming } from '../later.tsx';
import { store } from '../store.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

interface Question {
  done: (proved: boolean) => void;
}
const question = store<{ asked: Question | null }>({ asked: null });
let waiting: Promise<boolean> | undefined;

// Calls that are refused meanwhile wait for the same answer.
onProofAsked(() => {
  waiting ??= new Promise<boolean>((resolve) => {
    const done = (proved: boolean) => {
      waiting = undefined;
      question.set({ asked: null });
      resolve(proved);
    };
    question.set({ asked: { done } });
  });
  return waiting;
});

/** Where the password is asked for again when a call needs it. */
export function Proof() {
  const { asked } = question.use();
  return (
    asked && (
      <Suspense fallback={<Coming />}>
        <ProofDialog done={asked.done} />
      </Suspense>
    )
  );
}
