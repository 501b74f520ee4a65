import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { DateTimeText } from '#platform/web/kit/index.ts';
import type { SignatureShown } from '../../shapes.ts';

/** A signature beside the file that was signed. */
export function SignatureFacts({ signature }: { signature: SignatureShown }) {
  const t = useMessages();
  const { code, method, name, position, instead_of, signed_at } = signature;
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" mt="sm">
      <IconSignature size={20} stroke={1.7} aria-hidden />
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {[name, position].filter(Boolean).join(', ')}
        </Text>
        {instead_of && <Text size="xs">{t('signatures.shown.instead', { name: instead_of })}</Text>}
        <Text size="xs" c="dimmed">
          {t(`signatures.method.${method}`)} · <DateTimeText value={signed_at} />
        </Text>
        <Text size="xs" c="dimmed">
          {t('signatures.shown.code')}: <span className="tabular">{code}</span> ·{' '}
          <Anchor component={Link} to={`/signature/${code}`} size="xs" underline="always">
            {t('signatures.shown.check')}
          </Anchor>
        </Text>
      </Stack>
    </Group>
  );
}
