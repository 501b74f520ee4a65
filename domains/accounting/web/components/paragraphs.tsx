import { Stack, Text, Title } from '@mantine/core';

/** A contract as one reads it. */
export function Paragraphs({ parts }: { parts: readonly { title?: string | undefined; text: string }[] }) {
  return (
    <Stack gap="sm">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name and do not move
        <div key={at}>
          {part.title && (
            <Title order={3} size="h5" mb={4}>
              {part.title}
            </Title>
          )}
          <Text style={{ whiteSpace: 'pre-line', lineHeight: 1.6 }}>{part.text}</Text>
        </div>
      ))}
    </Stack>
  );
}
