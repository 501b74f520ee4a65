import { z } from 'zod';
import { uploadFor } from '#domains/files/web/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, formFields } from '#platform/web/kit/index.ts';
import { profileForm } from '../../../shapes-guests.ts';
import { api, type Guest, refresh } from '../../api.ts';
import { guestShown } from '../../fields.ts';

const schema = profileForm.extend({
  photo: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});
const uploadPhoto = uploadFor('photo');

/** The profile as an officer corrects it. */
export function GuestForm({ guest, opened, onClose }: { guest: Guest; opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const known = { region_id: guest.region, city_id: guest.city };
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('admissions.guest.edit')}
      schema={schema}
      record={{ ...guest, photo: guest.photo ? [guest.photo] : [] }}
      save={(payload) => {
        const { photo, ...rest } = payload as z.output<typeof schema>;
        return api.guests.save_profile.call(
          { ...rest, ...(photo ? { photo_file_id: photo[0]?.id ?? null } : {}) },
          silent,
        );
      }}
      onSaved={() => {
        void refresh();
      }}
      sections={[
        {
          fields: [
            ...formFields(t, guestShown, 'person'),
            {
              control: 'files',
              name: 'photo',
              label: t('admissions.field.photo'),
              upload: uploadPhoto,
              multiple: false,
              extensions: ['png', 'jpg', 'jpeg'],
              wide: true,
            },
          ],
        },
        { title: t('admissions.guest.contact'), fields: formFields(t, guestShown, 'contact', known) },
        { title: t('admissions.guest.identity'), fields: formFields(t, guestShown, 'identity') },
      ]}
    />
  );
}
