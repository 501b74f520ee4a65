import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PlainPage, useMessages } from '#platform/web/index.ts';

const parts = [
  ['holds', ['level', 'checked', 'sizes']],
  ['ways', ['keyboard', 'reader', 'drag', 'motion', 'charts']],
  ['gaps', ['walked', 'papers', 'uploaded']],
] as const;

/** What people who see, hear or move otherwise can count on here, what they cannot yet, and whom to tell. */
export default function Accessibility() {
  const t = useMessages();
  return (
    <PlainPage title={t('feedback.accessibility.title')} about={t('feedback.accessibility.about')}>
      {parts.map(([part, lines]) => (
        <Stack key={part} gap={6} component="section">
          <Title order={2} size="h4">
            {t(`feedback.accessibility.${part}`)}
          </Title>
          <List spacing={4}>
            {lines.map((line) => (
              <List.Item key={line}>{t(`feedback.accessibility.${line}`)}</List.Item>
            ))}
          </List>
        </Stack>
      ))}
      <Stack gap={6} component="section">
        <Title order={2} size="h4">
          {t('feedback.accessibility.tell')}
        </Title>
        <Text>
          {t('feedback.accessibility.tell_text')}{' '}
          <Anchor component={Link} to="/feedback/anonymous" underline="always">
            {t('feedback.nameless.title')}
          </Anchor>
        </Text>
      </Stack>
    </PlainPage>
  );
}
