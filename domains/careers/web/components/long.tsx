import { Text } from '@mantine/core';

/** What somebody wrote in lines of their own. */
export const Long = ({ text }: { text: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);
