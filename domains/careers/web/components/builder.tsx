import {
  Alert,
  Badge,
  Box,
  Button,
  Checkbox,
  Group,
  Menu,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconFileTypePdf, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf, openPaper, queryClient, silent, usePaperReader, useTitle } from '#platform/web/index.ts';
import { confirm, fullName, notify, PageHeader, PhoneField, Section, tellError } from '#platform/web/kit/index.ts';
import { type EntryPart, entryParts } from '../../shapes-cv.ts';
import type { CvState } from '../../workflow.ts';
import { api, type Cv, refreshCv, useFields } from '../api.ts';
import { CvBadge } from '../shown.tsx';
import { faultsOf, useCv } from '../use-cv.ts';
import { CvView, type Place } from './cv-view.tsx';
import { Entries } from './entries.tsx';
import { FactsSection, shownFacts } from './facts-section.tsx';
import { LookSection } from './look-section.tsx';
import { Skills } from './skills.tsx';
import { Versions } from './versions.tsx';

const parts = Object.keys(entryParts) as EntryPart[];

/** Where a CV is written: fields at the left, the page as it will be at the right. */
export function Builder({ cv }: { cv: Cv }) {
  const { t, label } = useFields();
  useTitle(t('careers.cv.own'));
  usePaperReader();
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const [side, setSide] = useState('write');
  const [busy, setBusy] = useState(false);
  const draft = useCv(cv, (saved) =>
    // What is known besides, such as remarks, comes with one CV alone and stays.
    queryClient.setQueryData<Cv>(api.cv.get.queryKey({ input: { id: String(cv.id) } }), (before) =>
      before ? { ...before, ...saved } : before,
    ),
  );
  const { values, put, faults } = draft;
  const facts = cv.facts ?? [];
  const locked = cv.status === 'SUBMITTED' || cv.can?.edit === false;
  const open = (cv.remarks ?? []).filter(({ done }) => !done);
  const tick = async (id: number, done: boolean) => {
    try {
      await api.cv.remark_done.call({ id, done }, silent);
      await refreshCv();
    } catch (error) {
      await tellError(error);
    }
  };
  const remarks = (place: Place, entry: string | null) =>
    (cv.remarks ?? [])
      .filter((one) => one.place === place && (one.entry ?? null) === entry)
      .map((one) => (
        <Alert key={one.id} p="xs" color={one.done ? 'gray' : 'orange'} icon={<IconAlertTriangle aria-hidden />}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm" td={one.done ? 'line-through' : undefined}>
              {one.text}
            </Text>
            <Checkbox
              size="xs"
              label={t('careers.remark.done')}
              checked={one.done}
              onChange={(event) => void tick(one.id, event.currentTarget.checked)}
            />
          </Group>
        </Alert>
      ));
  const step = async (status: CvState) => {
    if (busy) return;
    setBusy(true);
    try {
      const { id, version } = await draft.run();
      if (
        status === 'SUBMITTED' &&
        open.length > 0 &&
        !(await confirm({
          name: t('careers.cv.own'),
          title: t('careers.act.SUBMITTED'),
          text: t('careers.act.open_remarks', { count: open.length }),
          yes: t('careers.act.SUBMITTED'),
          danger: false,
        }))
      )
        return;
      await api.cv.change_status.call({ id, version, status }, silent);
      notify.success(t(status === 'SUBMITTED' ? 'careers.act.submitted' : 'careers.act.done'));
      await refreshCv();
    } catch (error) {
      const at = faultsOf(error);
      if (Object.keys(at).length) {
        draft.setFaults(at);
        setSide('write');
        notify.error(messageOf(error));
      } else await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const pdf = async () => {
    try {
      await draft.run();
    } catch (error) {
      return tellError(error);
    }
    await openPaper(`/cv/file/${cv.id}`, `${fullName(cv.student)}.pdf`);
  };
  const view = (
    <CvView
      name={fullName(cv.student)}
      language={values.language}
      layout={values.layout}
      photo={values.show_photo ? (cv.photo?.src ?? null) : null}
      content={values}
      facts={shownFacts(facts, values.modules)}
    />
  );
  const rest = cv.next.filter((one) => one !== 'SUBMITTED');
  return (
    <Stack gap="md">
      <PageHeader
        title={t('careers.cv.own')}
        description={t('careers.cv.about')}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
              onClick={() => void pdf()}
            >
              PDF
            </Button>
            {cv.next.includes('SUBMITTED') && (
              <Button
                loading={busy}
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => void step('SUBMITTED')}
              >
                {t('careers.act.SUBMITTED')}
              </Button>
            )}
            {rest.length > 0 && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                    {t('careers.act.more')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {rest.map((one) => (
                    <Menu.Item key={one} onClick={() => void step(one)}>
                      {t(cv.status === 'SUBMITTED' && one === 'DRAFT' ? 'careers.act.take_back' : `careers.act.${one}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
          </Group>
        }
      />
      <Group gap="sm">
        <CvBadge state={cv.status} />
        {cv.approved && (
          <Badge variant="light" color="gray" tt="none">
            {t('careers.cv.approved', { number: cv.approved.number })}
          </Badge>
        )}
        <Text size="sm" c="dimmed" role="status">
          {t(`careers.saved.${draft.state}`)}
        </Text>
      </Group>
      {draft.problem && <Alert color="red">{draft.problem}</Alert>}
      <Text size="sm">{t(`careers.next.${cv.status}`)}</Text>
      {cv.note && cv.status !== 'SUBMITTED' && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('careers.cv.note')}>
          {cv.note}
        </Alert>
      )}
      {cv.outdated && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('careers.cv.outdated')}
        </Alert>
      )}
      {!wide && (
        <SegmentedControl
          fullWidth
          value={side}
          onChange={setSide}
          data={[
            { value: 'write', label: t('careers.cv.write') },
            { value: 'look', label: t('careers.cv.look') },
          ]}
        />
      )}
      <SimpleGrid cols={wide ? 2 : 1} spacing="lg">
        {(wide || side === 'write') && (
          <Stack gap="md">
            <LookSection values={values} put={put} locked={locked} cv={cv} onPhoto={draft.photo} />
            <Section title={t('careers.part.first')}>
              <Stack gap="sm">
                {remarks('headline', null)}
                <TextInput
                  label={label('headline')}
                  description={t('careers.hint.headline')}
                  withAsterisk
                  maxLength={120}
                  disabled={locked}
                  value={values.headline}
                  error={faults.headline}
                  onChange={(event) => put({ headline: event.currentTarget.value })}
                />
                {remarks('objective', null)}
                <Textarea
                  label={label('objective')}
                  description={t('careers.hint.objective')}
                  withAsterisk
                  autosize
                  minRows={3}
                  maxLength={1500}
                  disabled={locked}
                  value={values.objective}
                  error={faults.objective}
                  onChange={(event) => put({ objective: event.currentTarget.value })}
                />
                {remarks('contacts', null)}
                <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }} spacing="sm">
                  <TextInput
                    label={label('email')}
                    type="email"
                    maxLength={254}
                    disabled={locked}
                    value={values.email ?? ''}
                    error={faults.email}
                    onChange={(event) => put({ email: event.currentTarget.value || null })}
                  />
                  <PhoneField
                    label={label('phone')}
                    disabled={locked}
                    value={values.phone ?? ''}
                    error={faults.phone}
                    onChange={(phone: string) => put({ phone: phone || null })}
                  />
                  <TextInput
                    label={label('city')}
                    maxLength={100}
                    disabled={locked}
                    value={values.city}
                    error={faults.city}
                    onChange={(event) => put({ city: event.currentTarget.value })}
                  />
                  <TagsInput
                    label={label('links')}
                    placeholder="https://"
                    maxTags={5}
                    disabled={locked}
                    value={values.links}
                    error={faults.links ?? Object.entries(faults).find(([path]) => path.startsWith('links.'))?.[1]}
                    onChange={(links) => put({ links })}
                  />
                </SimpleGrid>
              </Stack>
            </Section>
            <FactsSection
              facts={facts}
              chosen={values.modules}
              locked={locked}
              put={put}
              remarks={remarks('facts', null)}
            />
            {parts.map((part) => (
              <Section key={part} title={t(`careers.place.${part}`)}>
                <Stack gap="sm">
                  {remarks(part, null)}
                  <Entries
                    part={part}
                    value={values[part]}
                    faults={faults}
                    disabled={locked}
                    remark={(entry) => remarks(part, entry)}
                    onChange={(next) => put({ [part]: next })}
                  />
                </Stack>
              </Section>
            ))}
            <Section title={t('careers.part.skills')}>
              <Stack gap="sm">
                {remarks('hard_skills', null)}
                <Skills
                  name="hard_skills"
                  values={values}
                  put={put}
                  locked={locked}
                  error={faults.hard_skills}
                  needed
                />
                {remarks('soft_skills', null)}
                <Skills name="soft_skills" values={values} put={put} locked={locked} error={faults.soft_skills} />
              </Stack>
            </Section>
            <Versions cv={cv} />
          </Stack>
        )}
        {(wide || side === 'look') && (
          <Box>
            <Box
              pos={wide ? 'sticky' : 'static'}
              top={76}
              style={wide ? { maxHeight: 'calc(100vh - 92px)', overflow: 'auto' } : {}}
            >
              {view}
            </Box>
          </Box>
        )}
      </SimpleGrid>
    </Stack>
  );
}
