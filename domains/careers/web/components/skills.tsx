import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent } from '#platform/web/index.ts';
import { api, useFields } from '../api.ts';
import type { Put, Writing } from '../use-cv.ts';

/** What one can, from what is usual or in words of one's own. */
export function Skills({
  name,
  values,
  put,
  locked,
  error,
  needed = false,
}: {
  name: 'hard_skills' | 'soft_skills';
  values: Writing;
  put: Put;
  locked: boolean;
  error: string | undefined;
  needed?: boolean;
}) {
  const { t, label } = useFields();
  const { data = [] } = useQuery(api.cv[name].queryOptions({ input: {}, ...silent }));
  return (
    <TagsInput
      label={label(name)}
      description={t(`careers.hint.${name}`)}
      withAsterisk={needed}
      disabled={locked}
      maxTags={name === 'hard_skills' ? 30 : 20}
      data={data.map(({ title }) => title)}
      value={values[name]}
      error={error}
      onChange={(next) => put({ [name]: next })}
    />
  );
}
