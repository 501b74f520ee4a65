import { PlainPage, useMessages } from '#platform/web/index.ts';
import { Catalogue } from '../components/catalogue.tsx';

/** What strangers find: short courses that take registrations. */
export default function PublicCatalogue() {
  const t = useMessages();
  return (
    <PlainPage wide title={t('short-courses.catalogue.title')} about={t('short-courses.catalogue.about')}>
      <Catalogue />
    </PlainPage>
  );
}
