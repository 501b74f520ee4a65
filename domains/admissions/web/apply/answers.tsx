import { useMessages } from '#platform/web/index.ts';
import { Facts, FileList, fullName, showDate, showPhone, type UploadedFile } from '#platform/web/kit/index.ts';
import type { Answer, Answers, FormField } from '../../form.ts';
import type { Application } from './calls.ts';
import { askedOf } from './faults.ts';
import { useTitle } from './field.tsx';

/** What was answered, as people read it. */
export function AnswerFacts({
  application,
  all,
  fields,
  answers,
}: {
  application: Application;
  all: readonly FormField[];
  fields: readonly FormField[];
  answers: Answers;
}) {
  const t = useMessages();
  const title = useTitle();
  const shown = (field: FormField, value: Answer | undefined) => {
    if (value === undefined || value === null || value === '') return null;
    const word = (one: unknown) => title(field.options?.find((option) => option.value === one)?.title) || String(one);
    switch (field.type) {
      case 'BOOLEAN':
        return t(value ? 'apply.yes' : 'apply.no');
      case 'SELECT':
        return word(value);
      case 'MULTISELECT':
        return [value].flat().map(word).join(', ');
      case 'DATE':
        return showDate(String(value));
      case 'PHONE':
        return showPhone(String(value));
      case 'NUMBER':
        return String(value);
      case 'FILE':
      case 'PHOTO':
        return application.files?.[field.key] ? (
          <FileList files={[application.files[field.key] as UploadedFile]} />
        ) : null;
      default:
        return String(value);
    }
  };
  return (
    <Facts
      columns={2}
      items={askedOf(all, fields, answers).map((field) => ({
        label: title(field.title),
        value: shown(field, answers[field.key]),
      }))}
    />
  );
}

/** What one applied for, and as who. */
export function TargetFacts({ application }: { application: Application }) {
  const t = useMessages();
  const academic = application.flavour === 'plain' || application.flavour === 'general';
  return (
    <Facts
      columns={2}
      items={[
        { label: t('apply.view.applicant'), value: fullName(application.applicant) },
        ...(academic
          ? [
              { label: t('apply.view.course'), value: application.course?.title },
              {
                label: t('apply.view.language'),
                value: application.language ? t(`admissions.language.${application.language}`) : null,
              },
              ...(application.education_form
                ? [{ label: t('apply.view.education_form'), value: application.education_form.title }]
                : []),
              {
                label: t('apply.target.applicant_type'),
                value: t(`apply.applicant_type.${application.applicant_type}`),
              },
              { label: t('apply.target.tuition'), value: t(`apply.tuition.${application.tuition}`) },
            ]
          : [{ label: t('apply.view.what'), value: application.vacancy?.title ?? application.form?.title }]),
      ]}
    />
  );
}
