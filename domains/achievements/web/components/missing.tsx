import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';

/** In place of a record that cannot be shown: why, and the way back to its list. */
export function Missing({ error, back }: { error: unknown; back: string }) {
  const t = useMessages();
  return (
    <Empty
      title={messageOf(error)}
      action={
        <Button component={Link} to={back} variant="default">
          {t('kit.back')}
        </Button>
      }
    />
  );
}
