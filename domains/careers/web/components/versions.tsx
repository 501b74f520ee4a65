import { Anchor, Group, Text, Timeline } from '@mantine/core';
import { openPaper } from '#platform/web/index.ts';
import { DateText, fullName, Section } from '#platform/web/kit/index.ts';
import { type Cv, useFields } from '../api.ts';
import { CvBadge } from '../shown.tsx';

/** What was handed in when, and what was said of it. */
export function Versions({ cv }: { cv: Cv }) {
  const { t } = useFields();
  const versions = cv.versions ?? [];
  if (!versions.length) return null;
  return (
    <Section title={t('careers.versions.title')}>
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {versions.map((one) => (
          <Timeline.Item
            key={one.id}
            title={
              <Group gap="xs">
                <Text size="sm">{t('careers.versions.number', { number: one.number })}</Text>
                <CvBadge state={one.status} />
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() =>
                    void openPaper(
                      `/cv/file/${cv.id}?version_id=${one.id}`,
                      `${fullName(cv.student)}-${one.number}.pdf`,
                    )
                  }
                >
                  PDF
                </Anchor>
              </Group>
            }
          >
            <Text size="xs" c="dimmed">
              <DateText value={one.submitted_at} />
              {one.reviewer && ` · ${one.reviewer}`}
            </Text>
            {one.note && <Text size="sm">{one.note}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
