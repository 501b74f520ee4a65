import { Additions, useAsOf, useMessages } from '#platform/web/index.ts';
import { Rail, RailFact } from '#platform/web/kit/index.ts';

/** What people look for first on a module; all of it is told by those who plan, teach and mark it, and of today alone. */
export function ModuleRail({ id }: { id: number }) {
  const t = useMessages();
  if (useAsOf()) return null;
  return (
    <Rail label={t('lessons.rail.title')}>
      <Additions place="module.rail" id={id} waiting={<RailFact label="…" value={undefined} />} />
    </Rail>
  );
}
