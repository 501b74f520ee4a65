import { Stack } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Categories, EducationForms, OptionLists } from '../components/lists.tsx';
import { Cities, Countries, Places, Regions } from '../components/places.tsx';

/** Lists from which the other pages choose. */
export default function Reference() {
  const t = useMessages();
  return (
    <Stack>
      <PageHeader title={t('institutions.reference.title')} description={t('institutions.reference.about')} />
      <Tabs
        items={[
          { key: 'places', label: t('institutions.place.title'), content: <Places /> },
          { key: 'forms', label: t('institutions.form.title'), content: <EducationForms /> },
          { key: 'categories', label: t('institutions.category.title'), content: <Categories /> },
          { key: 'options', label: t('institutions.option.title'), content: <OptionLists /> },
          { key: 'countries', label: t('institutions.country.title'), content: <Countries /> },
          { key: 'regions', label: t('institutions.region.title'), content: <Regions /> },
          { key: 'cities', label: t('institutions.city.title'), content: <Cities /> },
        ]}
      />
    </Stack>
  );
}
