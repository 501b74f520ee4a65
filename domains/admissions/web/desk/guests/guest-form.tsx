import { z } from 'zod';
import { uploadFor } from '#domains/files/web/index.ts';
import { nativeLanguages, requiredText } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { applicantTypes } from '../../../shapes.ts';
import { profileInput } from '../../../shapes-guests.ts';
import { api, type Guest, loadCities, loadRegions, refresh } from '../../api.ts';

const schema = profileInput.omit({ photo_file_id: true }).extend({
  // What a call may leave out a form may not empty.
  lastname: requiredText(100),
  firstname: requiredText(100),
  applicant_type: z.enum(applicantTypes),
  photo: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});
const uploadPhoto = uploadFor('photo');

/** The profile as an officer corrects it. */
export function GuestForm({ guest, opened, onClose }: { guest: Guest; opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const field = <N extends NameIn<'admissions.field'>>(name: N) => ({
    name,
    label: t(codeId('admissions.field', name)),
  });
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
            { control: 'text', ...field('lastname') },
            { control: 'text', ...field('firstname') },
            { control: 'text', ...field('midname') },
            {
              control: 'select',
              ...field('applicant_type'),
              options: choices(t, 'admissions.applicant_type', applicantTypes),
            },
            {
              control: 'files',
              ...field('photo'),
              upload: uploadPhoto,
              multiple: false,
              extensions: ['png', 'jpg', 'jpeg'],
              wide: true,
            },
          ],
        },
        {
          title: t('admissions.guest.contact'),
          fields: [
            { control: 'phone', ...field('additional_phone') },
            { control: 'email', ...field('email') },
            { control: 'async', ...field('region_id'), load: loadRegions },
            { control: 'async', ...field('city_id'), load: loadCities },
            { control: 'text', ...field('address'), wide: true },
          ],
        },
        {
          title: t('admissions.guest.identity'),
          fields: [
            { control: 'date', ...field('birthdate') },
            {
              control: 'select',
              ...field('gender'),
              clearable: true,
              options: choices(t, 'admissions.gender', ['MALE', 'FEMALE']),
            },
            { control: 'text', ...field('passport_id'), placeholder: 'AA1234567' },
            { control: 'text', ...field('pinfl') },
            { control: 'text', ...field('passport_issued_by'), wide: true },
            { control: 'date', ...field('passport_issued_on') },
            { control: 'date', ...field('passport_expires_on') },
            { control: 'text', ...field('citizenship'), placeholder: 'UZ' },
            {
              control: 'select',
              ...field('native_language'),
              clearable: true,
              options: choices(t, 'admissions.native_language', nativeLanguages),
            },
          ],
        },
      ]}
    />
  );
}
