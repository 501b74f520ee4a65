import { Avatar, FileButton, Paper, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadFor } from '#domains/files/web/index.ts';
import { refusalOf, report, useMessages } from '#platform/web/index.ts';
import { fullName, initials } from '#platform/web/kit/index.ts';
import { api, avatarOf, refresh } from '../api.ts';
import type { StaffPerson } from './staff-form.tsx';

const upload = uploadFor('photo');

/** The face of a staff member; who may edit the record presses it to put another one. */
export function Photo({ person }: { person: StaffPerson }) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const put = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    try {
      const [stored] = await upload([file]).catch((error) => {
        report(error);
        return [];
      });
      if (!stored) return;
      await api.staff.save.call({ id: person.id, version: person.version, photo_file_id: stored.id });
      await refresh('staff');
    } catch (error) {
      if (!refusalOf(error)) report(error);
    } finally {
      setBusy(false);
    }
  };
  const picture = (
    <Avatar src={avatarOf(person, 256)} alt="" size={72} radius="md" name={fullName(person)} color="initials">
      {initials(person)}
    </Avatar>
  );
  if (!person.can?.edit) return picture;
  return (
    <FileButton accept="image/png,image/jpeg" onChange={(file: File | null) => void put(file)}>
      {(props) => (
        <Tooltip label={t('staff.profile.photo')}>
          <UnstyledButton {...props} disabled={busy} pos="relative" style={{ flexShrink: 0, opacity: busy ? 0.5 : 1 }}>
            <VisuallyHidden>{t('staff.profile.photo')}</VisuallyHidden>
            <span aria-hidden>{picture}</span>
            <Paper component="span" withBorder radius="xl" pos="absolute" right={-6} bottom={-6} p={4} display="flex">
              <IconCamera size={14} aria-hidden />
            </Paper>
          </UnstyledButton>
        </Tooltip>
      )}
    </FileButton>
  );
}
