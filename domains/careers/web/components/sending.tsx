import { Alert, Badge, Button, Group, Modal, ScrollArea, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, fullName, notify, SelectField } from '#platform/web/kit/index.ts';
import { api, loadCourses, loadStudents, type Offer, refreshOffers } from '../api.ts';

type Looked = Awaited<ReturnType<typeof api.job_offer.preview.call>>;
type Id = number | string;
const numbers = (ids: readonly Id[]) => ids.map(Number);

/** To whom an offer goes: chosen, looked at by name, then sent. */
export function Sending({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const t = useMessages();
  const [students, setStudents] = useState<Id[]>([]);
  const [courses, setCourses] = useState<Id[]>([]);
  const [level, setLevel] = useState<string[]>([]);
  const [graduates, setGraduates] = useState(false);
  const [looking, setLooking] = useState(true);
  const [looked, setLooked] = useState<Looked>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const audience = {
    id: offer.id,
    ...(students.length ? { student_ids: numbers(students) } : {}),
    ...(courses.length ? { course_ids: numbers(courses) } : {}),
    ...(level.length ? { levels: studyLevels.filter((one) => level.includes(one)) } : {}),
    graduates,
    looking,
  };
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () => run(async () => setLooked(await api.job_offer.preview.call(audience, silent)));
  const send = () =>
    run(async () => {
      const { sent } = await api.job_offer.send.call(audience, silent);
      await refreshOffers();
      notify.success(t('careers.sending.sent', { count: sent }));
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('careers.sending.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text fw={600}>{`${offer.title}, ${offer.employer}`}</Text>
        {looked ? (
          <>
            <Alert p="xs" color={looked.fresh ? 'teal' : 'gray'}>
              {t('careers.sending.reaches', { fresh: looked.fresh, total: looked.total })}
              {looked.without_cv > 0 && ` ${t('careers.sending.without_cv', { count: looked.without_cv })}`}
            </Alert>
            <ScrollArea.Autosize mah={320}>
              <Table verticalSpacing={4}>
                <Table.Tbody>
                  {looked.rows.map((row) => (
                    <Table.Tr key={row.student.id}>
                      <Table.Td>
                        <Text size="sm">{fullName(row.student)}</Text>
                        <Text size="xs" c="dimmed">
                          {[row.student.student_no, row.student.course].filter(Boolean).join(' · ')}
                        </Text>
                      </Table.Td>
                      <Table.Td ta="right">
                        {row.already ? (
                          <Badge variant="light" color="gray" tt="none">
                            {t('careers.sending.already')}
                          </Badge>
                        ) : (
                          !row.approved && (
                            <Badge variant="light" color="yellow" tt="none">
                              {t('careers.sending.no_cv')}
                            </Badge>
                          )
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
            {looked.rows.length < looked.total && (
              <Text size="sm" c="dimmed">
                {t('careers.sending.more', { count: looked.total - looked.rows.length })}
              </Text>
            )}
          </>
        ) : (
          <>
            <AsyncSelect
              label={t('careers.sending.students')}
              multiple
              load={loadStudents}
              value={students}
              onChange={(next: Id | Id[] | null) => setStudents(Array.isArray(next) ? next : [])}
            />
            <AsyncSelect
              label={t('careers.sending.courses')}
              multiple
              load={loadCourses}
              value={courses}
              onChange={(next: Id | Id[] | null) => setCourses(Array.isArray(next) ? next : [])}
            />
            <SelectField
              label={t('careers.sending.levels')}
              multiple
              options={choices(t, 'careers.study_level', studyLevels)}
              value={level}
              onChange={(next: Id | Id[] | null) => setLevel(Array.isArray(next) ? next.map(String) : [])}
            />
            <Switch
              label={t('careers.sending.graduates')}
              checked={graduates}
              onChange={(event) => setGraduates(event.currentTarget.checked)}
            />
            <Switch
              label={t('careers.sending.looking')}
              description={t('careers.sending.looking_about')}
              checked={looking}
              onChange={(event) => setLooking(event.currentTarget.checked)}
            />
          </>
        )}
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          {looked ? (
            <>
              <Button variant="default" onClick={() => setLooked(undefined)}>
                {t('kit.back')}
              </Button>
              <Button loading={busy} disabled={looked.fresh === 0} onClick={() => void send()}>
                {t('careers.sending.send', { count: looked.fresh })}
              </Button>
            </>
          ) : (
            <Button loading={busy} onClick={() => void look()}>
              {t('careers.sending.look')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
