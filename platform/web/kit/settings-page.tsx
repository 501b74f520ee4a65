import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { z } from 'zod';
import { messageOf } from '../http.ts';
import { RecordForm, type RecordFormProps } from './form/record-form.tsx';
import { Section } from './show/blocks.tsx';
import { Empty } from './show/empty.tsx';
import { PageHeader } from './show/page-header.tsx';

/** A page of settings: what holds in the institution, as one form. */
export function SettingsPage<S extends z.ZodType, R>({
  title,
  description,
  query,
  ...form
}: {
  title: string;
  description: string;
  query: UseQueryResult<object>;
} & Pick<RecordFormProps<S, R>, 'schema' | 'fields' | 'children' | 'save' | 'onSaved' | 'disabled'>) {
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title={title} description={description} />
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={320} />}
      {query.data && (
        <Section>
          <RecordForm
            key={JSON.stringify(query.data)}
            record={query.data}
            draftKey={false}
            notice="settings"
            {...form}
          />
        </Section>
      )}
    </Stack>
  );
}
