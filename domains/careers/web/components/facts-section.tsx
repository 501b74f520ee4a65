import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Section } from '#platform/web/kit/index.ts';
import type { Fact } from '../../shapes-cv.ts';
import { useFields } from '../api.ts';
import type { Put } from '../use-cv.ts';

const usualModules = 8;
const moduleOf = ({ ref }: Fact) => Number(ref.slice('module.'.length));
/** What the facts of the record make of what was chosen. */
export function shownFacts(facts: readonly Fact[], chosen: readonly number[] | null): Fact[] {
  let left = usualModules;
  return facts.filter((one) =>
    one.kind !== 'MODULE' ? true : chosen === null ? left-- > 0 : chosen.includes(moduleOf(one)),
  );
}

/** What the record vouches for: chosen, never typed. */
export function FactsSection({
  facts,
  chosen,
  locked,
  put,
  remarks,
}: {
  facts: readonly Fact[];
  chosen: number[] | null;
  locked: boolean;
  put: Put;
  remarks: ReactNode;
}) {
  const { t } = useFields();
  const [all, setAll] = useState(false);
  const modules = facts.filter(({ kind }) => kind === 'MODULE');
  const shown = new Set(shownFacts(facts, chosen).map(({ ref }) => ref));
  const toggle = (one: Fact, on: boolean) => {
    const now = modules.filter(({ ref }) => shown.has(ref)).map(moduleOf);
    put({ modules: on ? [...now, moduleOf(one)] : now.filter((id) => id !== moduleOf(one)) });
  };
  const row = (one: Fact) => (
    <Text size="sm" component="span">
      {one.title}{' '}
      <Text span size="xs" c="dimmed">
        {[one.detail, one.at].filter(Boolean).join(' · ')}
      </Text>
    </Text>
  );
  return (
    <Section
      title={
        <Group gap={6}>
          <IconRosetteDiscountCheckFilled size={18} color="var(--mantine-color-teal-6)" aria-hidden />
          {t('careers.part.facts')}
        </Group>
      }
      description={t('careers.hint.facts')}
    >
      <Stack gap="xs">
        {remarks}
        {facts
          .filter(({ kind }) => kind !== 'MODULE')
          .map((one) => (
            <Group key={one.ref} gap={6} wrap="nowrap" align="flex-start">
              <IconCheck size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
              {row(one)}
            </Group>
          ))}
        {modules.length > 0 && (
          <Text size="sm" fw={500} mt={4}>
            {t('careers.facts.modules')}
          </Text>
        )}
        {(all ? modules : modules.slice(0, usualModules)).map((one) => (
          <Checkbox
            key={one.ref}
            disabled={locked}
            checked={shown.has(one.ref)}
            label={row(one)}
            onChange={(event) => toggle(one, event.currentTarget.checked)}
          />
        ))}
        {modules.length > usualModules && !all && (
          <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)} ta="start">
            {t('careers.facts.all', { count: modules.length })}
          </Anchor>
        )}
        {modules.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('careers.facts.none')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
