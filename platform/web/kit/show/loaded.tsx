import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { messageOf } from '../../http.ts';
import { PageSpinner } from '../../pages/states.tsx';
import { Empty } from './empty.tsx';

/** What is read from the server: a spinner until it is there, why it cannot be shown with the way back, then itself. */
export function Loaded<Data>({
  query,
  back,
  waiting = <PageSpinner />,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error'>;
  /** The list from which one comes. */
  back?: string;
  /** In place of the spinner. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return waiting;
  return (
    <Empty
      title={messageOf(query.error)}
      action={
        back && (
          <Button component={Link} to={back} variant="default">
            <FormattedMessage id="kit.back" />
          </Button>
        )
      }
    />
  );
}
