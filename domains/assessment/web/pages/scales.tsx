import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { PageHeader, type RecordFormState, ResourcePage, showDate } from '#platform/web/kit/index.ts';
import { fallingBands } from '../../bands.ts';
import { scaleCodes, scaleSave } from '../../shapes.ts';
import { api } from '../api.ts';
import { BandsEditor } from '../components/bands-editor.tsx';
import { RecognitionRules } from '../components/recognition-rules.tsx';
import { type ScaleInForce, ScalesInForce } from '../components/scales-in-force.tsx';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...scaleSave });
type Payload = z.infer<typeof schema>;
const empty = {
  bands: [
    { grade: '', from: null, point: null },
    { grade: '', from: 0, point: null },
  ],
};

/** How totals are called, by the academic year from which a scale holds. */
export default function Scales() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const manage = useAbility().can('assessment_scale.manage');
  const [like, setLike] = useState<ScaleInForce>();
  const fresh = useMemo(() => (like ? { code: like.code, bands: like.bands } : empty), [like]);
  const codes = useMemo(() => choices(t, 'assessment.scale', scaleCodes), [t]);
  const begin = (scale: ScaleInForce) => {
    setLike(scale);
    void navigate({ to: '.', search: { open: 'new' }, resetScroll: false });
  };
  return (
    <Stack gap="md">
      <PageHeader title={t('assessment.scales.title')} description={t('assessment.scales.about')} />
      <ScalesInForce onNew={manage ? begin : undefined} />
      <ResourcePage
        embedded
        of={api.scale}
        messages="assessment.scales"
        manage={manage}
        schema={schema}
        fresh={fresh}
        columns={[
          { ...column('title'), render: (row) => titleIn(row.title, locale) },
          { ...column('code'), title: t('assessment.scales.kind'), render: (row) => t(`assessment.scale.${row.code}`) },
          { ...column('valid_from'), render: (row) => showDate(row.valid_from) },
          {
            ...column('bands'),
            render: (row) => <Text size="sm">{row.bands.map((band) => `${band.grade} ${band.from}`).join(' · ')}</Text>,
          },
        ]}
        filters={[{ key: 'code', label: t('assessment.scales.kind'), control: 'select', options: codes }]}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'select', name: 'code', label: t('assessment.scales.kind'), options: codes },
          { control: 'date', ...field('valid_from'), description: t('assessment.scales.from_hint') },
        ]}
        send={(payload: Payload) => ({ ...payload, bands: fallingBands(payload.bands) })}
      >
        {(state: RecordFormState) => <BandsEditor state={state} />}
      </ResourcePage>
      <RecognitionRules manage={manage} />
    </Stack>
  );
}
