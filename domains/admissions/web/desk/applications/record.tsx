import { Alert, Avatar, Badge, Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouter } from '@tanstack/react-router';
import { messageOf, PageSpinner, silent, useAbility, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import {
  actionBar,
  DateTimeText,
  Empty,
  fullName,
  initials,
  Neighbours,
  plainValue,
  Sides,
} from '#platform/web/kit/index.ts';
import { type Application, apiOf } from '../../api.ts';
import { applyPaths } from '../../apply/paths.ts';
import { flavourOf, flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';
import { useFlavour } from '../../use-flavour.ts';
import { ActBar } from './act-bar.tsx';
import { actsOf, obstaclesOf } from './acts.ts';
import { Answers } from './answers.tsx';
import { ApplicationRail } from './application-rail.tsx';
import { applicationListPlaces } from './list-places.ts';
import { Papers } from './papers.tsx';
import { Progress } from './progress.tsx';
import classes from './record.module.css';
import { useReview } from './use-review.ts';

/** One application: answers and papers beside each other, what may be done, and on to the next of the list. */
export default function Record() {
  const { application_id = '' } = useParams({ strict: false }) as { application_id?: string };
  const t = useMessages();
  const { scope } = useAbility();
  const flavour = useFlavour(flavourOf);
  // Applicants have a page of their own for what they sent; this one is not even asked for.
  const applies = scope(flavourPaths[flavour].permission) === 'own';
  const query = useQuery({
    ...apiOf(flavour).application.get.queryOptions({ input: { id: application_id }, ...silent }),
    enabled: !applies,
  });
  if (applies) return <Navigate to={applyPaths[flavour].fill} search={{ id: application_id }} replace />;
  if (query.error && !query.data)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button component={Link} to={flavourPaths[flavour].list} variant="default">
            {t('kit.back')}
          </Button>
        }
      />
    );
  if (!query.data) return <PageSpinner />;
  return <ApplicationRecord key={query.data.id} application={query.data} />;
}

const checkable: readonly Application['status'][] = ['SUBMITTED', 'DOCUMENTS_CHECK', 'CREDITS_COMPARED'];

function ApplicationRecord({ application }: { application: Application }) {
  const t = useMessages();
  const router = useRouter();
  const seesPeople = useAbility().can('guest.read');
  const { applicant, flavour, status } = application;
  const review = useReview(application.can?.check === true && checkable.includes(status));
  useTitle(`${application.number} ${fullName(applicant)}`);
  const list = flavourPaths[flavour].list;
  const { locale } = useLocale();
  const obstacles = obstaclesOf(
    application,
    actsOf(application).find((act) => act.to === 'VERIFIED'),
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        {/* Back to the list as it was left: its filters and place stand in the history. */}
        <UnstyledButton
          w="fit-content"
          fz="sm"
          c="var(--mantine-color-anchor)"
          onClick={() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: list }))}
        >
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t(flavourPaths[flavour].title)}
          </Group>
        </UnstyledButton>
        <Neighbours id={application.id} of={applicationListPlaces[flavour]} href={(id) => `${list}/${id}`} />
      </Group>
      <Paper className="surface" p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
            <Avatar
              src={application.person?.photo?.original_url ?? null}
              alt=""
              size={72}
              radius="md"
              name={fullName(applicant)}
              color="initials"
              aria-hidden
            >
              {initials(applicant)}
            </Avatar>
            <Stack gap={6} style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Title order={1}>
                  {seesPeople && !applicant.deleted ? (
                    <Link to={`/guest-users/${application.guest_id}`} className={classes.name}>
                      {fullName(applicant)}
                    </Link>
                  ) : (
                    fullName(applicant)
                  )}
                </Title>
                <StateBadge state={status} />
                {applicant.deleted && (
                  <Badge color="gray" variant="light">
                    {t('admissions.record.applicant_deleted')}
                  </Badge>
                )}
              </Group>
              <Text size="sm" component="div">
                № {application.number}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                {t('admissions.record.submitted')} <DateTimeText value={application.submitted_at} />
              </Text>
            </Stack>
          </Group>
          <ActBar application={application} review={review} />
        </Group>
        {obstacles.length > 0 && (
          <Alert
            mt="sm"
            p="xs"
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('admissions.record.papers_first')}
          >
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {obstacles.map(({ type, title, code }) => (
                <li key={type}>{t(`admissions.obstacle.${code}`, { paper: plainValue(title, locale) })}</li>
              ))}
            </ul>
          </Alert>
        )}
        {application.update_fields.length > 0 && (
          <Alert
            mt="sm"
            p="xs"
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('admissions.record.waits_for_applicant', { count: application.update_fields.length })}
          />
        )}
      </Paper>
      <ApplicationRail application={application} />
      <Sides beside={<Papers key={application.id} application={application} review={review} />}>
        <Stack gap="md">
          <Answers application={application} review={review} />
          <Progress application={application} />
        </Stack>
      </Sides>
      {review.flags.size > 0 && (
        <Paper ref={actionBar} withBorder p="sm" shadow="md" className={classes.bar} role="status">
          <Text size="sm" fw={600}>
            {t('admissions.review.count', { count: review.flags.size })}
          </Text>
          <Text size="sm" c="dimmed">
            {t(status === 'SUBMITTED' ? 'admissions.review.begin_first' : 'admissions.review.then')}
          </Text>
        </Paper>
      )}
    </Stack>
  );
}
