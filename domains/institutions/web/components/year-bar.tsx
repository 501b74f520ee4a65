import { Box, Tooltip, VisuallyHidden } from '@mantine/core';
import { titleIn, today, useLocale } from '#platform/web/index.ts';
import { showDate } from '#platform/web/kit/index.ts';
import type { AcademicYear } from '../api.ts';

const day = (date: string) => Date.parse(date) / 86_400_000;

/** The year as a line: its semesters where they lie, and a mark at today. */
export function YearBar({ year }: { year: AcademicYear }) {
  const { locale } = useLocale();
  const start = day(year.starts_on);
  const days = Math.max(1, day(year.ends_on) - start + 1);
  const share = (from: number) => `${Math.min(100, Math.max(0, (from / days) * 100))}%`;
  const now = day(today()) - start;
  return (
    <Box pos="relative" h={20} miw={180} bg="var(--mantine-color-default-border)" style={{ borderRadius: 4 }}>
      {year.semesters.map((semester) => {
        const text = `${titleIn(semester.title, locale)}: ${showDate(semester.starts_on)} – ${showDate(semester.ends_on)}`;
        return (
          <Tooltip key={semester.id} label={text}>
            <Box
              pos="absolute"
              h={20}
              px={6}
              fz={12}
              lh="20px"
              bg={year.current ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-body)'}
              c={year.current ? 'var(--mantine-primary-color-contrast)' : 'var(--mantine-color-text)'}
              style={{
                borderRadius: 4,
                border: year.current ? undefined : '1px solid var(--mantine-color-default-border)',
                lineHeight: year.current ? undefined : '18px',
                overflow: 'hidden',
                whiteSpace: 'nowrap',
                textOverflow: 'ellipsis',
                left: share(day(semester.starts_on) - start),
                width: share(day(semester.ends_on) - day(semester.starts_on) + 1),
              }}
            >
              <span aria-hidden>{titleIn(semester.title, locale)}</span>
              <VisuallyHidden>{text}</VisuallyHidden>
            </Box>
          </Tooltip>
        );
      })}
      {now >= 0 && now < days && (
        <Box pos="absolute" top={-3} h={26} w={2} bg="var(--mantine-color-text)" style={{ left: share(now) }} />
      )}
    </Box>
  );
}
