import { Stack } from '@mantine/core';
import { FormattedMessage } from 'react-intl';
import type { NameIn } from '../i18n.tsx';
import { Dialogs, Shown } from './kit-page/dialogs-and-shown.tsx';
import { DemoForm, States } from './kit-page/forms.tsx';
import { DemoGrid } from './kit-page/grid.tsx';
import { HomeCards } from './kit-page/home-cards.tsx';
import { DemoList, EmptyList, FailedList } from './kit-page/lists.tsx';
import { Pieces } from './kit-page/pieces.tsx';
import { Tabs } from './show/blocks.tsx';
import { PageHeader } from './show/page-header.tsx';

const text = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;

/** Every control with its states, for development: `/kit`. */
export default function KitPage() {
  return (
    <Stack>
      <PageHeader title={text('title')} description={text('description')} />
      <Tabs
        items={[
          { key: 'form', label: text('form'), content: <DemoForm /> },
          { key: 'states', label: text('states'), content: <States /> },
          { key: 'list', label: text('list'), content: <DemoList /> },
          { key: 'empty', label: text('emptyList'), content: <EmptyList /> },
          { key: 'failed', label: text('failedList'), content: <FailedList /> },
          { key: 'grid', label: text('grid'), content: <DemoGrid /> },
          { key: 'show', label: text('show'), content: <Shown /> },
          { key: 'pieces', label: text('pieces'), content: <Pieces /> },
          { key: 'home', label: text('home'), content: <HomeCards /> },
          { key: 'dialogs', label: text('dialogs'), content: <Dialogs /> },
        ]}
      />
    </Stack>
  );
}
