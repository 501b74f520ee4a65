import { lazy, Suspense } from 'react';
import { PageSpinner, useAbility } from '#platform/web/index.ts';
import { flavourOf, flavourPaths } from '../paths.ts';
import { useFlavour } from '../use-flavour.ts';

const ApplicationList = lazy(() =>
  import('../desk/applications/list.tsx').then((file) => ({ default: file.ApplicationList })),
);
const MyApplications = lazy(() => import('../apply/mine.tsx').then((file) => ({ default: file.MyApplications })));

/** Applications of the flavour that the address names: the own ones for those who see no others. */
export default function Applications() {
  const flavour = useFlavour(flavourOf);
  const { scope } = useAbility();
  const List = scope(flavourPaths[flavour].permission) === 'own' ? MyApplications : ApplicationList;
  return (
    <Suspense fallback={<PageSpinner />}>
      <List key={flavour} flavour={flavour} />
    </Suspense>
  );
}
