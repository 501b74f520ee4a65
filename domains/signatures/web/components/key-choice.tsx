import { Alert, Button, Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { showDate } from '#platform/web/kit/index.ts';
import { type Key, keysHere } from '../eimzo.ts';

/** The keys on this computer, one of which signs. */
export function KeyChoice({
  domainKeys,
  value,
  onChange,
}: {
  domainKeys: string;
  value: Key | undefined;
  onChange: (key: Key) => void;
}) {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['signatures', 'keys'],
    queryFn: () => keysHere(domainKeys),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (isFetching) return <Skeleton h={64} />;
  if (error || !data?.length)
    return (
      <Alert color="yellow" role="status">
        <Stack gap="xs" align="flex-start">
          {t(error ? 'signatures.dialog.away' : 'signatures.dialog.no_keys')}
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('signatures.dialog.again')}
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <Radio.Group
      label={t('signatures.dialog.keys')}
      value={value?.alias ?? ''}
      onChange={(alias) => {
        const key = data.find((one) => one.alias === alias);
        if (key) onChange(key);
      }}
    >
      <Stack gap="xs" mt="xs">
        {data.map((key) => (
          <Radio
            key={key.alias}
            value={key.alias}
            disabled={key.over}
            label={
              key.until
                ? t(key.over ? 'signatures.dialog.over' : 'signatures.dialog.until', {
                    name: key.holder,
                    day: showDate(key.until),
                  })
                : key.holder
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
