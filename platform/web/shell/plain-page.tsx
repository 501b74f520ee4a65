import { Container, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanguageChoice, SkinToggle } from './plain-switches.tsx';

/** A page for people without an account: a mark, a language, a skin, and below them what they came for. */
export function PlainPage({
  title,
  about,
  wide = false,
  bare = false,
  children,
}: {
  title: string;
  about: string;
  /** for things that stand beside each other */
  wide?: boolean;
  /** in the frame of another site, which has a head of its own */
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <Container size={wide ? 'lg' : 'sm'} py="lg" component="main">
      {!bare && (
        <Group justify="space-between" mb="lg">
          <Group gap="xs">
            <img src="/mark.svg" alt="" width={28} height={28} />
            <Text fw={640}>Edulab</Text>
          </Group>
          <Group gap="xs">
            <LanguageChoice />
            <SkinToggle />
          </Group>
        </Group>
      )}
      <Stack gap="md">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {about}
          </Text>
        </div>
        {children}
      </Stack>
    </Container>
  );
}
