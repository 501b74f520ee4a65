import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './plain-page.module.css';
import { Brand, LanguageChoice, SkinToggle } from './plain-switches.tsx';

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
    <>
      {!bare && (
        <div className="face-banner face-banner-plain">
          <Brand />
        </div>
      )}
      <Container size={wide ? 'lg' : 'sm'} px={20} pt={bare ? 'lg' : 12} pb="lg">
        <Stack gap="md">
          <div className={styles.head}>
            <div className={styles.words}>
              <Title order={1} size="1.5rem" mb={4}>
                {title}
              </Title>
              <Text c="dimmed">{about}</Text>
            </div>
            {!bare && (
              <div className={styles.tools}>
                <LanguageChoice />
                <SkinToggle />
              </div>
            )}
          </div>
          {children}
        </Stack>
      </Container>
    </>
  );
}
