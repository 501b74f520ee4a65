import { Avatar, FileButton, Menu, Paper, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { report, silent, useMessages } from '#platform/web/index.ts';
import { confirm, fullName, initials, notify } from '#platform/web/kit/index.ts';
import { api, avatarOf, type Profile, refresh, uploadPhoto } from '../api.ts';
import { PhotoDialog } from './photo-dialog.tsx';

const formats = 'image/png,image/jpeg';

/** The student's picture; whoever may change it presses it. */
export function Photo({ student }: { student: Profile }) {
  const t = useMessages();
  const [chosen, setChosen] = useState<File>();
  const open = useRef<() => void>(null);
  const put = async (file_id: number | null) => {
    await api.profile.photo.call({ id: student.id, version: student.version, file_id }, silent);
    notify.success(t(file_id === null ? 'students.photo.removed' : 'students.photo.saved'));
    await refresh();
  };
  const remove = async () => {
    if (!(await confirm({ name: fullName(student), text: t('students.photo.remove_ask') }))) return;
    await put(null).catch(report);
  };
  const picture = (
    <Avatar
      src={avatarOf(student, 256)}
      alt=""
      size={84}
      radius="md"
      name={fullName(student)}
      color="initials"
      aria-hidden
    >
      {initials(student)}
    </Avatar>
  );
  if (!student.can?.photo) return picture;
  const face = (
    <>
      {picture}
      <VisuallyHidden>{t('students.profile.photo')}</VisuallyHidden>
      <Paper component="span" withBorder radius="xl" pos="absolute" right={-6} bottom={-6} p={4} display="flex">
        <IconCamera size={14} aria-hidden />
      </Paper>
    </>
  );
  const look = { pos: 'relative', style: { flexShrink: 0 } } as const;
  return (
    <>
      <FileButton accept={formats} onChange={(file: File | null) => file && setChosen(file)}>
        {({ onClick }) => {
          open.current = onClick;
          return student.photo ? (
            <Menu position="bottom-start">
              <Menu.Target>
                <UnstyledButton {...look}>{face}</UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => open.current?.()}>
                  {t('students.photo.another')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
                  {t('students.photo.remove')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            <Tooltip label={t('students.profile.photo')}>
              <UnstyledButton {...look} onClick={onClick}>
                {face}
              </UnstyledButton>
            </Tooltip>
          );
        }}
      </FileButton>
      <PhotoDialog
        file={chosen}
        onClose={() => setChosen(undefined)}
        onAnother={() => open.current?.()}
        save={async (file) => {
          const [stored] = await uploadPhoto([file]);
          if (stored) await put(stored.id);
        }}
      />
    </>
  );
}
