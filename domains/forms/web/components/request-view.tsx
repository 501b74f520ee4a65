import { Alert, Anchor, Button, Grid, Group, Stack } from '@mantine/core';
import { IconArrowBackUp, IconFileText, IconPencil, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openPaper, silent, useMessages, usePaperReader, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  DateText,
  Facts,
  fullName,
  Loaded,
  MoneyText,
  notify,
  PageHeader,
  Person,
  Section,
  tellError,
} from '#platform/web/kit/index.ts';
import { type Asked, api, refresh } from '../api.ts';
import { Answers, StateBadge, Tracker } from './shown.tsx';

/** One request: where it is, what was answered, the paper. `acts` are what the office may do with it. */
export function RequestView({ id, back, acts }: { id: number; back: string; acts?: (request: Asked) => ReactNode }) {
  const query = useQuery(api.request.get.queryOptions({ input: { id }, ...silent }));
  return <Loaded query={query}>{(data) => <Shown request={data} back={back} acts={acts} />}</Loaded>;
}

function Shown({
  request,
  back,
  acts,
}: {
  request: Asked;
  back: string;
  acts: ((request: Asked) => ReactNode) | undefined;
}) {
  const t = useMessages();
  const title = request.type?.title ?? request.number;
  useTitle(title);
  const { can } = request;
  // Where none is made there is no language of it, and nothing is handed over.
  const paper = request.document_id !== null || request.steps.some(({ action }) => action === 'DOCUMENT');
  usePaperReader(can?.open);
  const take = async () => {
    try {
      const opened = await openPaper(
        `/form/request/${request.id}/paper`,
        `${request.document_number ?? request.number}.pdf`,
      );
      // A PDF is handed over by being opened.
      if (opened && !acts && request.status === 'READY' && request.delivery === 'PDF')
        await api.request.change_status.call({ id: request.id, status: 'ISSUED' }, silent);
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const withdraw = async () => {
    const sure = await confirm({
      title: t('forms.withdraw.sure'),
      name: `${request.number} · ${title}`,
      text: t('forms.withdraw.about'),
      yes: t('forms.withdraw.yes'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.request.change_status.call({ id: request.id, version: request.version, status: 'WITHDRAWN' }, silent);
      notify.success();
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  return (
    <Stack>
      <PageHeader
        back={back}
        title={title}
        badge={<StateBadge status={request.status} late={request.late} />}
        description={request.number}
        actions={
          <Group gap="xs">
            {can?.edit && (
              <Button
                component={Link}
                to={`/request-form/create/${request.type_id}?request=${request.id}`}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t(request.status === 'DRAFT' ? 'forms.go_on' : 'forms.mend')}
              </Button>
            )}
            {can?.withdraw && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => void withdraw()}
              >
                {t('forms.withdraw.yes')}
              </Button>
            )}
            {can?.open && (
              <Button
                variant={acts ? 'default' : 'filled'}
                leftSection={<IconFileText size={16} aria-hidden />}
                onClick={() => void take()}
              >
                {t('forms.open_paper')}
              </Button>
            )}
            {acts && can?.hand_over && request.delivery === 'POST' && (
              <Button
                variant="default"
                leftSection={<IconTags size={16} aria-hidden />}
                onClick={() => void openPaper(`/form/request/labels?ids=${request.id}`, 'labels.pdf').catch(tellError)}
              >
                {t('forms.labels')}
              </Button>
            )}
            {acts?.(request)}
          </Group>
        }
      />
      {request.reason && (request.status === 'UPDATE_REQUIRED' || request.status === 'REJECTED') && (
        <Alert
          color={request.status === 'REJECTED' ? 'red' : 'orange'}
          title={t(`forms.request_state.${request.status}`)}
        >
          {request.reason}
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Answers request={request} noted={request.update_fields} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title={t('forms.track.title')}>
              <Tracker request={request} />
            </Section>
            <Section title={t('forms.in_short')}>
              <Facts
                columns={1}
                items={[
                  ...(acts && request.student
                    ? [
                        {
                          label: t('forms.field.student_id'),
                          value: (
                            <Anchor
                              component={Link}
                              to={`/students/${request.student_id}`}
                              title={fullName(request.student)}
                              underline="never"
                              c="inherit"
                            >
                              <Person
                                person={{ ...request.student, username: null, avatar: null }}
                                note={request.student.student_no}
                              />
                            </Anchor>
                          ),
                        },
                      ]
                    : []),
                  ...(paper
                    ? [
                        { label: t('forms.field.language'), value: t(`forms.language.${request.language}`) },
                        { label: t('forms.field.delivery'), value: t(`forms.delivery.${request.delivery}`) },
                      ]
                    : []),
                  ...(request.post_address
                    ? [{ label: t('forms.field.post_address'), value: request.post_address }]
                    : []),
                  ...(Number(request.fee) > 0
                    ? [{ label: t('forms.field.fee'), value: <MoneyText value={request.fee} /> }]
                    : []),
                  ...(request.document_number
                    ? [{ label: t('forms.field.document_id'), value: request.document_number }]
                    : []),
                  ...(request.expires_on
                    ? [{ label: t('forms.field.expires_on'), value: <DateText value={request.expires_on} /> }]
                    : []),
                ]}
              />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
