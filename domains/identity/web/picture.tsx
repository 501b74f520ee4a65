import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { callHeaders, messageOf, send, silent, toast, useMessages } from '#platform/web/index.ts';
import { api } from './api.ts';

const uploadPath = '/edulab/lms/api/v1/upload';

/** Sends one picture and answers the id of its file. */
async function uploadPhoto(file: File): Promise<number> {
  const body = new FormData();
  body.append('files', file);
  const response = await send(
    new Request(`${uploadPath}?purpose=photo`, { method: 'POST', headers: callHeaders(), body }),
  );
  const answer = (await response.json()) as { id: number }[] & { message?: string };
  const [saved] = response.ok ? answer : [];
  if (!saved) throw new Error(answer.message ?? '');
  return saved.id;
}

/** The picture of an account with the buttons that change it; without an `id` one's own. */
export function Picture({
  id,
  name,
  avatar,
  onChanged,
}: {
  id?: number;
  name: string;
  avatar: string | null;
  onChanged: () => unknown;
}) {
  const t = useMessages();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const file_id = file ? await uploadPhoto(file) : null;
      await api.account.profile_pic.call({ file_id, ...(id === undefined ? {} : { id }) }, silent);
    },
    onSuccess: () => onChanged(),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Group wrap="nowrap">
      <Avatar src={avatar} name={name} alt="" size={72} color="initials" aria-hidden />
      <Stack gap={4}>
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg" onChange={(file) => file && change.mutate(file)}>
            {(button) => (
              <Button {...button} size="compact-md" variant="default" loading={change.isPending}>
                {t('identity.picture.choose')}
              </Button>
            )}
          </FileButton>
          {avatar ? (
            <Button
              size="compact-md"
              variant="subtle"
              color="gray"
              onClick={() => change.mutate(null)}
              disabled={change.isPending}
            >
              {t('identity.picture.remove')}
            </Button>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {t('identity.picture.hint')}
        </Text>
      </Stack>
    </Group>
  );
}
