import { Alert, Badge, Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconCertificate, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { contract as credentials } from '#domains/credentials/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import {
  connect,
  messageOf,
  type NameIn,
  openPaper,
  queryClient,
  silent,
  useAbility,
  useLocale,
  useMessages,
  usePaperReader,
} from '#platform/web/index.ts';
import {
  AsyncSelect,
  Empty,
  Facts,
  notify,
  type OptionId,
  PageHeader,
  Section,
  type SmallColumn,
  SmallTable,
  StatusBadge,
  showDateTime,
  showNumber,
} from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { creditsOf, Path, pathOf } from '../components/path.tsx';
import { usePhone } from '../use-phone.ts';
import { Recognised } from './recognised.tsx';

type Row = Awaited<ReturnType<typeof api.transcript.read.call>>['semesters'][number]['rows'][number];
const papers = connect(credentials);
const people = connect(students);
const loadStudents = (search: string, ids?: OptionId[]) => people.all.call(ids ? { ids: ids.map(Number) } : { search });

/** What a student has reached, and the documents that say so. Students see their own; the office issues. */
export default function TranscriptPage() {
  const t = useMessages();
  const { locale } = useLocale();
  const rights = useAbility();
  const phone = usePhone();
  usePaperReader();
  const navigate = useNavigate();
  const { student } = useSearch({ strict: false }) as { student?: string | number };
  const own = rights.scope('transcript.read') === 'own';
  const chosen = student ? Number(student) : null;
  const [busy, setBusy] = useState(false);
  const asks = own || chosen !== null;
  const { data, error, isPending } = useQuery({
    ...api.transcript.read.queryOptions({ input: chosen ? { student_id: chosen } : {}, ...silent }),
    enabled: asks,
  });
  const { data: documents } = useQuery({
    ...papers.document.list.queryOptions({
      input: {
        kind: ['TRANSCRIPT'],
        size: 20,
        ...(own && !chosen ? { mine: true } : { student_id: chosen ?? 0 }),
      },
    }),
    enabled: asks && rights.can('issued_document.read'),
    // A paper that was just issued is drawn within seconds.
    refetchInterval: ({ state }) => (state.data?.content.some(({ paper }) => paper === 'WAITING') ? 3000 : false),
  });
  const word = (key: NameIn<'assessment.transcript'>, values = {}) => t(`assessment.transcript.${key}`, values);
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  const issue = async (language: 'uz' | 'ru' | 'en') => {
    if (!chosen) return;
    setBusy(true);
    try {
      const { document } = await api.transcript.issue.call({ student_id: chosen, language }, silent);
      await queryClient.invalidateQueries({ queryKey: papers.key() });
      notify.success(word('issued', { number: document.number }));
      await openPaper(`/issued-document/${document.id}/file`, `${document.number}.pdf`);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  // A phone has no room for code and credits beside the module, so they stand below it.
  const columns: SmallColumn<Row>[] = [
    ...(phone ? [] : [{ key: 'code', title: word('code'), render: (row: Row) => row.code }]),
    {
      key: 'module',
      title: word('module'),
      names: true,
      render: (row) => (
        <>
          {row.title}
          {!row.counts && (
            <Text size="xs" c="dimmed">
              {word('not_counted')}
            </Text>
          )}
          {phone && (
            <Text size="xs" c="dimmed">
              {row.code} · {t('assessment.own.module_credits', { count: row.credits })}
            </Text>
          )}
        </>
      ),
    },
    ...(phone
      ? []
      : [{ key: 'credits', title: word('credits'), figure: true, render: (row: Row) => number(row.credits) }]),
    {
      key: 'mark',
      title: word('mark'),
      figure: true,
      render: (row) => (row.letter === null ? '—' : number(row.total)),
    },
    {
      key: 'grade',
      title: word('grade'),
      render: (row) => [row.five, row.ects].filter((part) => part !== null).join('\u00a0·\u00a0'),
    },
    {
      key: 'result',
      title: word('result'),
      render: (row) => (
        <Badge variant="light" color={row.passed ? 'teal' : 'red'} size={phone ? 'sm' : 'md'} miw="max-content">
          {t(row.passed ? 'assessment.amendment.passed' : 'assessment.amendment.failed')}
        </Badge>
      ),
    },
  ];
  return (
    <Stack gap="md">
      <PageHeader
        title={word('title')}
        description={word('about')}
        actions={
          !own && chosen && data && rights.can('transcript.issue') ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button loading={busy} leftSection={<IconCertificate size={16} aria-hidden />}>
                  {word('issue')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(['uz', 'ru', 'en'] as const).map((language) => (
                  <Menu.Item key={language} onClick={() => void issue(language)}>
                    {word(`language.${language}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : undefined
        }
      />
      {!own && (
        <AsyncSelect
          label={word('student')}
          value={chosen}
          onChange={(id) => void navigate({ to: '.', search: { student: id ?? undefined } })}
          load={loadStudents}
        />
      )}
      {!asks && <Empty title={word('choose')} text={word('choose_text')} />}
      {asks && isPending && <Skeleton h={320} />}
      {error && <Empty title={word('missing')} text={messageOf(error)} />}
      {data && data.semesters.length + data.recognised.length === 0 && <Empty title={word('empty')} />}
      {data && data.semesters.length + data.recognised.length > 0 && (
        <>
          {!data.awarded && (
            <Alert color="blue">
              {data.programme === null
                ? word('so_far_alone', { earned: number(data.earned) })
                : word('so_far', { earned: number(data.earned), programme: number(data.programme) })}
            </Alert>
          )}
          {data.unconfirmed && <Alert color="yellow">{word('unconfirmed')}</Alert>}
          <Section
            title={data.student.name}
            description={[data.student.student_no, data.student.course].filter(Boolean).join(' · ')}
          >
            <Facts
              items={[
                { label: word('earned'), value: creditsOf(data, locale) },
                { label: word('average'), value: number(data.average) },
                ...(data.awarded ? [{ label: word('class'), value: data.class }] : []),
              ]}
            />
          </Section>
          {data.semesters.length > 1 && <Path steps={pathOf(data)} />}
          {data.semesters.map((one) => (
            <Section
              key={`${one.academic_year} ${one.semester}`}
              title={word('semester', { year: one.academic_year, study_year: one.study_year, semester: one.semester })}
              description={`${word('credits')}: ${number(one.earned)} · ${word('average')}: ${number(one.average)}`}
            >
              <SmallTable
                rows={one.rows}
                rowKey={(row) => row.course_module_id}
                minWidth={phone ? 0 : 520}
                columns={columns}
              />
            </Section>
          ))}
        </>
      )}
      {data && <Recognised student={data.student.id} />}
      {documents && documents.content.length > 0 && (
        <Section title={word('documents')}>
          <Stack gap="xs">
            {documents.content.map((row) => (
              <Group key={row.id} justify="space-between">
                <div>
                  <Text size="sm" fw={500}>
                    {row.number} · {word(`language.${row.language}`)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {showDateTime(row.issued_at)} · {row.check_code}
                  </Text>
                </div>
                <Group gap="xs">
                  {row.paper !== 'READY' && (
                    <StatusBadge
                      status={row.paper}
                      color={row.paper === 'WAITING' ? 'gray' : 'red'}
                      label={t(`credentials.paper.${row.paper}`)}
                    />
                  )}
                  <StatusBadge
                    status={row.status}
                    color={
                      row.status === 'REVOKED'
                        ? 'red'
                        : row.status !== 'VALID'
                          ? 'gray'
                          : row.provisional
                            ? 'yellow'
                            : 'teal'
                    }
                    label={t(
                      `credentials.state.${row.status === 'VALID' && row.provisional ? 'PROVISIONAL' : row.status}`,
                    )}
                  />
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconDownload size={14} aria-hidden />}
                    onClick={() => void openPaper(`/issued-document/${row.id}/file`, `${row.number}.pdf`)}
                  >
                    PDF
                  </Button>
                </Group>
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
