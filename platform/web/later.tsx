import { type ComponentType, lazy, Suspense } from 'react';

/** A part that pages of other domains show: it comes with the page that shows it, not with the first one. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
