import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { TextField } from '#platform/web/kit/index.ts';
import { api, type Priced } from '../api.ts';
import { PriceText } from './course-card.tsx';

export interface UsedCode extends Priced {
  code: string;
}

/** A discount code, and what the course costs with it before anybody agrees to that. */
export function CodeField({
  course_id,
  used,
  onUse,
}: {
  course_id: number;
  used: UsedCode | undefined;
  onUse: (used: UsedCode | undefined) => void;
}) {
  const t = useMessages();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      onUse({ code: typed, ...(await api.code.price.call({ course_id, code: typed }, silent)) });
    } catch (error) {
      onUse(undefined);
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <TextField
            label={t('short-courses.code.typed')}
            value={typed}
            onChange={(value) => {
              setTyped(value ?? '');
              setFault(undefined);
              onUse(undefined);
            }}
          />
        </div>
        <Button variant="default" loading={busy} disabled={!typed.trim()} onClick={() => void look()}>
          {t('short-courses.code.use')}
        </Button>
      </Group>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      {used && (
        <Text size="sm" role="status">
          <s>
            <PriceText price={used.price} />
          </s>{' '}
          <Text span fw={640} size="sm">
            <PriceText price={used.to_pay} />
          </Text>
        </Text>
      )}
    </Stack>
  );
}
