import { Button, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { codeId, type Family, t as say, silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, SelectField } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { applicantTypesOf, tuitionWishes } from '../../shapes.ts';
import { type Application, apiOf, type Campaign } from './calls.ts';
import type { Faults } from './faults.ts';
import { feeText } from './fee.ts';
import type { Change, Draft } from './use-draft.ts';

/** One line that tells a campaign from all others. */
export function useCampaignTitle() {
  const t = useMessages();
  return (campaign: Campaign) =>
    [campaign.course.title, t(`admissions.language.${campaign.language}`), campaign.education_form?.title]
      .filter(Boolean)
      .join(' · ');
}

/** A second application of the year is asked about in the words of the server, and goes on only on yes. */
export async function askAgain<T>(go: (goOn: boolean) => Promise<T>): Promise<T | undefined> {
  try {
    return await go(false);
  } catch (error) {
    const { code, message, data } = error as { code?: string; message?: string; data?: { number?: string } };
    if (code !== 'ALREADY_APPLIED') throw error;
    return (await confirm({ title: message, name: data?.number ?? '', text: say('apply.again_about'), danger: false }))
      ? go(true)
      : undefined;
  }
}

interface Props {
  flavour: FlavourName;
  application: Application;
  draft: Draft;
  faults: Faults;
  /** Of `campaign_id`, `tuition`, `applicant_type` those that are open; all without. */
  only?: Record<string, string>;
}

/** What one applies for: the course with its language, by which way, and what one would pay for. */
export function TargetFields({ flavour, application, draft, faults, only }: Props) {
  const t = useMessages();
  const titleOf = useCampaignTitle();
  const open = useQuery(apiOf(flavour).application.open.queryOptions({ ...silent }));
  const campaigns = (open.data ?? [])
    .filter((target) => target.academic_year?.id === application.academic_year_id)
    .flatMap((target) => target.campaigns);
  // What was pressed shows at once; the server's answer, or its refusal, takes its place.
  const [pressed, setPressed] = useState<Change>({});
  const write = async (change: Change) => {
    setPressed((before) => ({ ...before, ...change }));
    try {
      await askAgain((goOn) => draft.run({ ...change, ...(goOn ? { continue: true } : {}) }));
    } catch (error) {
      notify.error(error);
    } finally {
      setPressed({});
    }
  };
  const now = { ...application, ...pressed };
  const shown = (name: string) => !only || name in only;
  const fee = campaigns.find((one) => one.id === now.campaign_id)?.fee;
  const chosen = campaigns.some((one) => one.id === application.campaign_id);
  return (
    <Stack gap="lg">
      {shown('campaign_id') ? (
        <SelectField
          name="campaign_id"
          label={t('apply.target.campaign')}
          description={only?.campaign_id || (fee ? feeText(t, fee) : undefined)}
          error={faults.campaign_id}
          required
          searchable
          options={[
            // Closed meanwhile, it is still the one that was chosen.
            ...(application.campaign_id !== null && !chosen
              ? [{ id: application.campaign_id, title: application.course?.title ?? '' }]
              : []),
            ...campaigns.map((one) => ({ id: one.id, title: titleOf(one) })),
          ]}
          value={now.campaign_id ?? null}
          onChange={(id) => {
            if (id !== null && Number(id) !== application.campaign_id) void write({ campaign_id: Number(id) });
          }}
        />
      ) : null}
      {shown('applicant_type') ? (
        <Choice
          name="applicant_type"
          label={t('apply.target.applicant_type')}
          note={only?.applicant_type}
          values={applicantTypesOf(campaigns.find((one) => one.id === now.campaign_id)?.level)}
          words="apply.applicant_type"
          value={now.applicant_type ?? application.applicant_type}
          error={faults.applicant_type}
          onChange={(applicant_type) => void write({ applicant_type })}
        />
      ) : null}
      {shown('tuition') ? (
        <Choice
          name="tuition"
          label={t('apply.target.tuition')}
          note={only?.tuition}
          values={tuitionWishes}
          words="apply.tuition"
          value={now.tuition ?? application.tuition}
          onChange={(tuition) => void write({ tuition })}
        />
      ) : null}
      {open.isError ? (
        <Text size="sm" c="dimmed">
          {t('apply.failed_text')}{' '}
          <Button size="compact-sm" variant="light" onClick={() => void open.refetch()}>
            {t('apply.again')}
          </Button>
        </Text>
      ) : null}
    </Stack>
  );
}

function Choice<V extends string>(props: {
  name: string;
  label: string;
  note?: string | undefined;
  error?: ReactNode;
  values: readonly V[];
  words: Family;
  value: V;
  onChange: (value: V) => void;
}) {
  const t = useMessages();
  return (
    <Radio.Group
      label={props.label}
      description={props.note || undefined}
      error={props.error}
      value={props.value}
      onChange={(value) => props.onChange(value as V)}
      data-path={props.name}
    >
      <Stack gap={8} mt={6}>
        {props.values.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(codeId(props.words, value))}
            description={t(codeId(props.words, `${value}.note`))}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
