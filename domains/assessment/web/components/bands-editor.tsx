import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { NumberField, type RecordFormState, Section, TextField } from '#platform/web/kit/index.ts';
import { type Band, bandEnds, fallingBands } from '../../bands.ts';
import { showMark } from '../marks.ts';
import { useFields } from '../use-fields.ts';

export type DraftBand = { [name in keyof Band]: Band[name] | null };

/** Lines of a scale: a grade, the total from which it is given, what it counts; where it ends follows from the others. */
export function BandsEditor({ state }: { state: RecordFormState }) {
  const { t, label } = useFields();
  const intl = useIntl();
  const bands = (state.values.bands ?? []) as DraftBand[];
  const { disabled, set } = state.binding;
  const write = (next: DraftBand[]) => set('bands', next);
  const known = fallingBands(bands).filter((band): band is DraftBand & { from: number } => band.from !== null);
  const ends = bandEnds(known);
  const endOf = (band: DraftBand) => {
    const at = known.findIndex((one) => one === band);
    const end = ends[at];
    return end === undefined || end < known[at]!.from ? '—' : showMark(String(end), intl.locale);
  };
  return (
    <Section
      title={label('bands')}
      description={t('assessment.scales.bands_about')}
      actions={
        !disabled && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => write([...bands, { grade: '', from: null, point: null }])}
          >
            {t('assessment.scales.add_band')}
          </Button>
        )
      }
    >
      <Stack gap="xs" data-path="bands">
        {bands.map((band, at) => {
          const line = t('assessment.scales.band', { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <Group key={at} gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={line}>
              <div style={{ flex: 1, minWidth: 56 }}>
                <TextField name={`bands.${at}.grade`} label={label('grade')} maxLength={10} />
              </div>
              <div style={{ flex: 1, minWidth: 64 }}>
                <NumberField
                  name={`bands.${at}.from`}
                  label={t('assessment.scales.from')}
                  min={0}
                  max={100}
                  decimals={1}
                />
              </div>
              <Stack gap={4} style={{ width: 44 }}>
                <Text size="sm" fw={500} component="span">
                  {t('assessment.scales.to')}
                </Text>
                <Text size="sm" className="tabular" lh="36px">
                  {endOf(band)}
                </Text>
              </Stack>
              <div style={{ flex: 1, minWidth: 64 }}>
                <NumberField name={`bands.${at}.point`} label={label('point')} min={0} max={100} decimals={2} />
              </div>
              {!disabled && (
                <ActionIcon
                  mt={26}
                  variant="subtle"
                  color="gray"
                  aria-label={t('assessment.plan.remove', { name: line })}
                  onClick={() => write(bands.filter((_, index) => index !== at))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
