import { Anchor, Button, Drawer, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { NumberField, notify } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Rules = Awaited<ReturnType<typeof api.admission.rules.call>>;

/** What bars from exams in this institution: each rule on or off, with its numbers. */
export function RulesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const { data } = useQuery({ ...api.admission.rules.queryOptions(), enabled: opened });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('assessment.admission.rules')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {data ? <Form rules={data} onClose={onClose} /> : <Skeleton h={240} />}
    </Drawer>
  );
}

function Form({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const t = useMessages();
  const rights = useAbility();
  const [draft, setDraft] = useState(rules);
  const [busy, setBusy] = useState(false);
  const change = (code: string, more: Partial<Rules[number]>) =>
    setDraft((before) => before.map((rule) => (rule.code === code ? { ...rule, ...more } : rule)));
  const save = async () => {
    setBusy(true);
    try {
      await api.admission.save_rules.call({ rules: draft }, silent);
      await refresh();
      notify.success(t('assessment.admission.rules_saved'));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t('assessment.admission.rules_about')}
      </Text>
      {draft.map(({ code, active, settings }) => (
        <Stack key={code} gap="xs">
          <Switch
            checked={active}
            onChange={(event) => change(code, { active: event.currentTarget.checked })}
            label={t(codeId('assessment.admission.rule', code))}
            description={t(codeId('assessment.admission.rule_about', code))}
          />
          {code === 'ABSENCE' && rights.can('attendance.settings') && (
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/attendance/settings" />}>
              {t('attendance.settings.title')}
            </Anchor>
          )}
          {Object.entries(settings).map(([key, value]) => (
            <NumberField
              key={key}
              label={t(codeId('assessment.admission.setting', key))}
              value={value}
              disabled={!active}
              min={0}
              max={key === 'minimum' ? 100 : 1e12}
              decimals={1}
              onChange={(next) => change(code, { settings: { ...settings, [key]: next ?? 0 } })}
            />
          ))}
        </Stack>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={draft.some(({ settings }) => Object.values(settings).some((value) => Number.isNaN(value)))}
          onClick={() => void save()}
        >
          {t('kit.save')}
        </Button>
      </Group>
    </Stack>
  );
}
