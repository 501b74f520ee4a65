import { Suspense } from 'react';
import { RecordChanged } from '#domains/identity/web/index.ts';
import { Additions, useAsOf, useLocale, useMessages } from '#platform/web/index.ts';
import { Rail, RailFact, showDate, showNumber } from '#platform/web/kit/index.ts';
import type { Application } from '../../api.ts';
import { actsOf, isBack } from './acts.ts';

/** What people look for first on an application; the contract that came of it is told by those who keep contracts. */
export function ApplicationRail({ application }: { application: Application }) {
  const t = useMessages();
  const { locale } = useLocale();
  const past = useAsOf();
  const { documents, decision } = application;
  const waiting = documents.filter(({ status }) => status === 'PENDING').length;
  const accepted = documents.filter(({ status }) => status === 'ACCEPTED').length;
  const study = [
    application.education_form?.title,
    application.course && application.language && t(`admissions.language.${application.language}`),
  ];
  return (
    <Rail across label={t('admissions.rail.title')}>
      <RailFact
        label={t(application.course ? 'admissions.field.course_id' : 'admissions.record.target')}
        value={application.course?.title ?? application.vacancy?.title ?? application.form?.title ?? null}
        note={study.filter(Boolean).join(' · ')}
      />
      <RailFact
        label={t('admissions.rail.since')}
        value={showDate(application.status_at)}
        note={
          application.update_fields.length > 0
            ? t('admissions.rail.applicant')
            : actsOf(application).some((act) => !isBack(act))
              ? t('admissions.rail.office')
              : ''
        }
      />
      {documents.length > 0 && (
        <RailFact
          label={t('admissions.field.documents')}
          value={t('admissions.rail.accepted', { accepted, all: documents.length })}
          note={waiting > 0 ? t('admissions.rail.to_check', { count: waiting }) : ''}
        />
      )}
      <RailFact
        label={t('admissions.field.score')}
        value={application.score === null ? null : showNumber(application.score, locale)}
        note={decision?.rank ? t('admissions.rail.rank', { rank: decision.rank }) : ''}
      />
      {!past && (
        <Additions place="application.rail" id={application.id} waiting={<RailFact label="…" value={undefined} />} />
      )}
      <Suspense fallback={<RailFact label="…" value={undefined} />}>
        <RecordChanged table="applications" id={application.id} followed={false} />
      </Suspense>
    </Rail>
  );
}
