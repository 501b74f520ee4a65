import { Text } from '@mantine/core';
import { useFields } from '../api.ts';

/** What a file was, for the hash is what stays of it; or by what it was kept. */
export function DestroyedFile({ file }: { file: { name: string; hash: string; kept_by?: string[] | undefined } }) {
  const { t } = useFields();
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {file.name} · SHA-256 {file.hash.slice(0, 16)}…
      {file.kept_by && (
        <Text span size="xs" c="orange" display="block">
          {t('correspondence.destruction.kept_by', { what: file.kept_by.join(', ') })}
        </Text>
      )}
    </Text>
  );
}
