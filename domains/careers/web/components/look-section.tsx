import { Button, FileButton, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadFor } from '#domains/files/web/index.ts';
import { locales } from '#platform/contract/locales.ts';
import { localeNames, messageOf } from '#platform/web/index.ts';
import { Section } from '#platform/web/kit/index.ts';
import { cvLayouts } from '../../shapes-cv.ts';
import { type Cv, useFields } from '../api.ts';
import type { Put, Writing } from '../use-cv.ts';

/** How it is put on paper. */
export function LookSection({
  values,
  put,
  locked,
  cv,
  onPhoto,
}: {
  values: Writing;
  put: Put;
  locked: boolean;
  cv: Cv;
  onPhoto: (id: number | null) => void;
}) {
  const { t, label } = useFields();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const [found] = await uploadFor('photo')([file]);
      if (found) onPhoto(found.id);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('careers.part.look')}>
      <Stack gap="sm">
        <Group gap="lg" align="flex-end">
          <div>
            <Text size="sm" fw={500} mb={4}>
              {label('layout')}
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={label('layout')}
              disabled={locked}
              value={values.layout}
              onChange={(layout) => put({ layout: cvLayouts.find((one) => one === layout) ?? 'CLASSIC' })}
              data={cvLayouts.map((value) => ({ value, label: t(`careers.layout.${value}`) }))}
            />
          </div>
          <div>
            <Text size="sm" fw={500} mb={4}>
              {label('language')}
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={label('language')}
              disabled={locked}
              value={values.language}
              onChange={(language) => put({ language: locales.find((one) => one === language) ?? 'uz' })}
              data={locales.map((value) => ({ value, label: localeNames[value] }))}
            />
          </div>
        </Group>
        <Group gap="md">
          <FileButton accept="image/png,image/jpeg" onChange={(file) => void send(file)} disabled={locked}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={busy}
                leftSection={<IconCamera size={14} aria-hidden />}
              >
                {t(cv.photo ? 'careers.photo.change' : 'careers.photo.add')}
              </Button>
            )}
          </FileButton>
          <Switch
            label={label('show_photo')}
            disabled={locked || !cv.photo}
            checked={values.show_photo}
            onChange={(event) => put({ show_photo: event.currentTarget.checked })}
          />
        </Group>
        {problem && (
          <Text size="sm" c="red">
            {problem}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
