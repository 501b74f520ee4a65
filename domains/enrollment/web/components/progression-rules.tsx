import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify, Section, SmallTable } from '#platform/web/kit/index.ts';
import { ruleFields } from '../../shapes-turn.ts';
import { api, type Progress, refresh } from '../api.ts';

type Rule = Progress['rules'][number];

/** What is asked of each level before the next year. */
export function Rules({ rules, editable }: { rules: Rule[]; editable: boolean }) {
  const t = useMessages();
  const [open, setOpen] = useState<Rule>();
  const field = (name: 'credits' | 'debts' | 'repeats') => ({
    control: 'number' as const,
    name,
    label: t(`enrollment.progress.rule.${name}`),
  });
  return (
    <Section title={t('enrollment.progress.rules')} description={t('enrollment.progress.rules_about')}>
      <SmallTable
        rows={rules}
        rowKey={(rule) => rule.level}
        minWidth={480}
        columns={[
          {
            key: 'level',
            title: t('enrollment.progress.level'),
            names: true,
            render: (rule) => t(`enrollment.progress.level.${rule.level}`),
          },
          {
            key: 'credits',
            title: t('enrollment.progress.rule.credits'),
            figure: true,
            render: (rule) => rule.credits,
          },
          { key: 'debts', title: t('enrollment.progress.rule.debts'), figure: true, render: (rule) => rule.debts },
          {
            key: 'repeats',
            title: t('enrollment.progress.rule.repeats'),
            figure: true,
            render: (rule) => rule.repeats,
          },
          ...(editable
            ? [
                {
                  key: 'edit',
                  title: '',
                  render: (rule: Rule) => (
                    <Button size="xs" variant="light" onClick={() => setOpen(rule)}>
                      {t('enrollment.progress.rule_edit')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? t(`enrollment.progress.level.${open.level}`) : ''}
        notice={false}
        draftKey={false}
        schema={z.object(ruleFields)}
        defaults={open && { credits: open.credits, debts: open.debts, repeats: open.repeats }}
        fields={[field('credits'), field('debts'), field('repeats')]}
        save={(payload) =>
          api.turn.rule.call({ level: open?.level ?? 'BACHELOR', version: open?.version ?? null, ...payload }, silent)
        }
        onSaved={() => {
          setOpen(undefined);
          notify.success(t('enrollment.progress.rule_saved'));
          void refresh();
        }}
      />
    </Section>
  );
}
