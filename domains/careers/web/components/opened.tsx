import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf, silent } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';
import { Builder } from './builder.tsx';
import { Review } from './review.tsx';

/** One CV: to its person the place where it is written, to others the version that was handed in. */
export function Opened({ id }: { id: string }) {
  const { t } = useFields();
  const query = useQuery(api.cv.get.queryOptions({ input: { id }, ...silent }));
  if (query.isError && !query.data)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button component={Link} to="/cv" variant="default">
            {t('kit.back')}
          </Button>
        }
      />
    );
  if (!query.data) return <Skeleton h={420} />;
  return query.data.own ? (
    <Builder key={query.data.id} cv={query.data} />
  ) : (
    <Review key={`${query.data.id} ${query.data.version}`} cv={query.data} />
  );
}
