import { Button, Image, Modal, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer, Answers, FormField } from '#domains/questions/contract.ts';
import { useLocale, useMessages } from '#platform/web/index.ts';
import {
  FileList,
  PdfView,
  plainValue,
  showDate,
  showNumber,
  showPhone,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { flavours } from '../flavours.ts';
import { type Asked, type PersonField, type SummaryPart, summaryOf, type TargetField } from '../summary.ts';
import type { Application } from './api.ts';

/** What an application holds, as people read it: the same for whoever sent it and for the office. */

export function partsOf(application: Application, answers: Answers = application.answers): SummaryPart[] {
  const asked: Asked = {
    batches: (application.fields ?? []) as Asked['batches'],
    papers: application.required_documents ?? [],
  };
  return summaryOf(flavours[application.flavour], asked, answers, application.documents);
}

/** A file with its name, and the file itself on demand. */
export function FileShown({ file }: { file: UploadedFile }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  const picture = file.type.startsWith('image/');
  return (
    <Stack gap={4} align="flex-start">
      <FileList files={[file]} />
      {(picture || file.type === 'application/pdf') && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconEye size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('admissions.file.preview')}
        </Button>
      )}
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="xl"
        title={file.original_name}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {picture ? (
          <Image src={file.original_url} alt={file.original_name} mah="75vh" fit="contain" />
        ) : (
          <PdfView src={file.original_url} name={file.original_name} />
        )}
      </Modal>
    </Stack>
  );
}

export function AnswerShown({
  field,
  answer,
  application,
}: {
  field: FormField;
  answer: Answer | undefined;
  application: Application;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  if (answer === undefined || answer === null || answer === '') return '—';
  const word = (value: string) =>
    plainValue(field.options?.find((option) => option.value === value)?.title ?? value, locale);
  switch (field.type) {
    case 'BOOLEAN':
      return t(answer === true ? 'kit.yes' : 'kit.no');
    case 'SELECT':
    case 'MULTISELECT':
      return [answer]
        .flat()
        .map((value) => word(String(value)))
        .join(', ');
    case 'DATE':
      return showDate(String(answer));
    case 'PHONE':
      return showPhone(String(answer));
    case 'NUMBER':
      // Years and numbers of papers have no thousands.
      return Number.isInteger(answer) && Number(answer) < 10_000 ? String(answer) : showNumber(Number(answer), locale);
    case 'FILE':
    case 'PHOTO':
    case 'SIGNATURE': {
      const file = application.files?.[field.key];
      return file ? <FileShown file={file} /> : '—';
    }
    default:
      return String(answer);
  }
}

export function PersonShown({ name, application }: { name: PersonField; application: Application }) {
  const t = useMessages();
  const person = application.person;
  if (!person) return '—';
  switch (name) {
    case 'gender':
      return person.gender ? t(`admissions.gender.${person.gender}`) : '—';
    case 'birthdate':
      return person.birthdate ? showDate(person.birthdate) : '—';
    case 'region_id':
      return person.region?.title ?? '—';
    case 'phone':
    case 'additional_phone':
      return person[name] ? showPhone(person[name]) : '—';
    case 'photo_file_id':
      return person.photo ? <FileShown file={person.photo} /> : '—';
    default:
      return person[name] || '—';
  }
}

export function TargetShown({ name, application }: { name: TargetField; application: Application }) {
  const t = useMessages();
  switch (name) {
    case 'campaign_id':
      return application.course?.title ?? '—';
    case 'language':
      return application.language ? t(`admissions.language.${application.language}`) : '—';
    case 'education_form_id':
      return application.education_form?.title ?? '—';
    case 'applicant_type':
      return t(`admissions.applicant_type.${application.applicant_type}`);
    case 'tuition':
      return t(`admissions.tuition.${application.tuition}`);
    case 'vacancy_id':
      return application.vacancy?.title ?? application.form?.title ?? '—';
    case 'form_id':
      return application.form?.title ?? '—';
    case 'type_id':
      return application.type?.title ?? '—';
  }
}

/** What nobody chose is nothing to read: kinds of application are given by the office, and most have none. */
export const isNamed = (name: TargetField, application: Application): boolean =>
  name !== 'type_id' || application.type !== null;
