import { Badge, Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, toast, useMessages } from '#platform/web/index.ts';
import { confirm, DateTimeText, Section, SmallTable } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { deviceName } from './device.ts';

/** One's own sessions. */
export function Sessions() {
  const t = useMessages();
  const { data } = useQuery(api.user.sessions.queryOptions());
  return (
    <SessionTable
      sessions={data}
      description={t('identity.profile.sessions_text')}
      endAllText={t('identity.profile.end_all_text')}
      read={() => queryClient.invalidateQueries({ queryKey: api.user.sessions.key() })}
      end={(id) => api.user.end_session.call({ id })}
      endAll={() => api.user.sign_out_everywhere.call({ keep_this: true })}
    />
  );
}

/** Sessions of an account, for those who care for it. */
export function AccountSessions({ id, mayEnd }: { id: number; mayEnd: boolean }) {
  const t = useMessages();
  const { data } = useQuery(api.account.sessions.queryOptions({ input: { id } }));
  return (
    <SessionTable
      sessions={data}
      description={t('identity.account.sessions_text')}
      endAllText={t('identity.account.end_all_text')}
      read={() => queryClient.invalidateQueries({ queryKey: api.account.sessions.key() })}
      {...(mayEnd
        ? {
            end: (session_id: number) => api.account.end_session.call({ id, session_id }),
            endAll: () => api.account.end_sessions.call({ id }),
          }
        : {})}
    />
  );
}

interface Props {
  sessions: Awaited<ReturnType<typeof api.user.sessions.call>> | undefined;
  description: string;
  endAllText: string;
  read: () => Promise<void>;
  end?: (id: number) => Promise<unknown>;
  endAll?: () => Promise<{ ended: number }>;
}

function SessionTable({ sessions, description, endAllText, read, end, endAll }: Props) {
  const t = useMessages();
  const ending = useMutation({ mutationFn: async (id: number) => end?.(id), onSuccess: read });
  const endingAll = useMutation({
    mutationFn: async () => (await endAll?.())?.ended ?? 0,
    onSuccess: (count) => {
      toast.success(t('identity.profile.ended', { count }));
      return read();
    },
  });
  // This very session stays whatever is ended.
  const others = sessions?.filter((row) => !row.current).length ?? 0;
  const own = sessions?.some((row) => row.current) ?? false;
  const title = t(own ? 'identity.profile.end_all' : 'identity.account.end_all');
  return (
    <Section
      title={t('identity.profile.sessions')}
      description={description}
      actions={
        endAll ? (
          <Button
            variant="default"
            size="xs"
            disabled={others === 0}
            loading={endingAll.isPending}
            onClick={async () => {
              if (await confirm({ title, name: t('identity.profile.sessions'), text: endAllText })) endingAll.mutate();
            }}
          >
            {title}
          </Button>
        ) : null
      }
    >
      {sessions?.length ? (
        <SmallTable
          minWidth={520}
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'device',
              title: t('identity.profile.device'),
              render: (row) => deviceName(row.user_agent) || t('common.unknown'),
            },
            { key: 'address', title: t('identity.profile.address'), render: (row) => row.address },
            {
              key: 'since',
              title: t('identity.profile.since'),
              render: (row) => <DateTimeText value={row.created_at} />,
            },
            {
              key: 'action',
              title: t('identity.profile.action'),
              figure: true,
              render: (row) =>
                row.current ? (
                  <Badge variant="light" radius="sm">
                    {t('identity.profile.this')}
                  </Badge>
                ) : end ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    loading={ending.isPending && ending.variables === row.id}
                    onClick={() => ending.mutate(row.id)}
                  >
                    {t('identity.profile.end')}
                  </Button>
                ) : null,
            },
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t(sessions ? 'identity.account.no_sessions' : 'common.loading')}
        </Text>
      )}
    </Section>
  );
}
