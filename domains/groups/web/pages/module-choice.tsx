import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, addressedId, Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, loadStudents } from '../api.ts';
import { Offers } from '../components/offers.tsx';

/** What a student can choose from. Students see their own; the office looks at whom it names, and may choose for them. */
export default function ModuleChoice() {
  const t = useMessages();
  const navigate = useNavigate();
  const { can, scope } = useAbility();
  const own = scope('module_choice.read') === 'own';
  const search = useSearch({ strict: false }) as { student?: unknown };
  const student = /^\d{1,9}$/.test(String(search.student)) ? Number(search.student) : addressedId();
  const query = useQuery({
    ...api.module_choice.offers.queryOptions({
      input: own ? {} : { student_id: student },
      ...silent,
    }),
    enabled: own || student !== undefined,
  });
  return (
    <Stack gap="md">
      <PageHeader
        title={t('groups.choice.title')}
        description={t(own ? 'groups.choice.about' : 'groups.choice.about_office')}
      />
      {!own && (
        <div style={{ maxWidth: 420 }}>
          <AsyncSelect
            label={t('groups.field.student_id')}
            load={loadStudents}
            value={student ?? null}
            onChange={(id) =>
              void navigate({ to: '.', search: id === null ? {} : { student: id }, resetScroll: false })
            }
          />
        </div>
      )}
      {!own && student === undefined ? (
        <Empty title={t('groups.choice.name')} text={t('groups.choice.name.text')} />
      ) : query.isError ? (
        <Empty title={t('groups.choice.nobody')} text={messageOf(query.error)} />
      ) : !query.data ? (
        <Skeleton h={240} />
      ) : query.data.length === 0 ? (
        <Empty title={t('groups.choice.none')} text={t('groups.choice.none.text')} />
      ) : (
        <Offers
          offers={query.data}
          student={own ? undefined : student}
          may={can('module_choice.choose')}
          always={scope('module_choice.choose') === 'institution'}
        />
      )}
    </Stack>
  );
}
