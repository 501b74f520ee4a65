import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { flavourNames, flavours } from '../../../flavours.ts';
import { flavourPaths } from '../../paths.ts';
import { FormList } from './form-list.tsx';

/** Forms of every flavour that the person builds. */
export default function Forms() {
  const t = useMessages();
  const { can } = useAbility();
  const mine = flavourNames.filter((name) => can([`${flavours[name].family}.form`, `${flavours[name].family}.check`]));
  return (
    <Stack>
      <PageHeader title={t('admissions.form.list')} description={t('admissions.form.about')} />
      <Tabs
        param="flavour"
        items={mine.map((name) => ({
          key: name,
          label: t(flavourPaths[name].title),
          content: <FormList flavour={name} embedded />,
        }))}
      />
    </Stack>
  );
}
