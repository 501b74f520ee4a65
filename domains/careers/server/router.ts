import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { saveSettings, settingsOf } from './cv/archive.ts';
import { cv, openCv, savePart } from './cv/cvs.ts';
import { cvFile } from './cv/file.ts';
import { cvExport, forCurator } from './cv/lists.ts';
import { hardSkills, softSkills } from './cv/skills.ts';
import { changeStatus, review, tickRemark } from './cv/steps.ts';
import { changeConsent, reportDead } from './offers/answer.ts';
import { guestCv, guestView, guestWord, linksOf, makeLink, revokeLink } from './offers/links.ts';
import { answersList, deadReports, offerExport } from './offers/lists.ts';
import { offers, offersOfStudent, openOffer } from './offers/offers.ts';
import { previewSending, sendOffer } from './offers/sending.ts';
import { changeStatus as changeOfferStatus } from './offers/steps.ts';
import { ownOf, sayNeed } from './work/need.ts';
import { statisticsOf } from './work/statistics.ts';

const on = serve(contract);

export const router = on.router({
  cv: {
    ...crudHandlers(contract.cv, { ...cv, get: openCv }),
    own: on.cv.own.handler(({ context }) => ownOf(context)),
    curator: on.cv.curator.handler(({ input, context }) => forCurator(context, input)),
    hard_skills: on.cv.hard_skills.handler(({ input, context }) => hardSkills(context, input)),
    soft_skills: on.cv.soft_skills.handler(({ input, context }) => softSkills(context, input)),
    review: on.cv.review.handler(({ input, context }) => review(context, input)),
    objective: on.cv.objective.handler(({ input, context }) => savePart(context, input)),
    document: on.cv.document.handler(({ input, context }) => savePart(context, input)),
    file: on.cv.file.handler(({ input, context }) => cvFile(context, input)),
    remark_done: on.cv.remark_done.handler(({ input, context }) => tickRemark(context, input)),
    need_for_job_status: on.cv.need_for_job_status.handler(({ input, context }) => sayNeed(context, input)),
    change_status: on.cv.change_status.handler(({ input, context }) => changeStatus(context, input)),
    statistics: on.cv.statistics.handler(({ input, context }) => statisticsOf(context, input)),
    settings: on.cv.settings.handler(({ context }) => settingsOf(context)),
    save_settings: on.cv.save_settings.handler(({ input, context }) => saveSettings(context, input)),
    export: on.cv.export.handler(({ input, context }) => cvExport.answer(context, input)),
  },
  job_offer: {
    ...crudHandlers(contract.job_offer, { ...offers, get: openOffer }),
    student_all: on.job_offer.student_all.handler(({ context }) => offersOfStudent(context)),
    status: on.job_offer.status.handler(({ input, context }) => changeOfferStatus(context, input)),
    preview: on.job_offer.preview.handler(({ input, context }) => previewSending(context, input)),
    send: on.job_offer.send.handler(({ input, context }) => sendOffer(context, input)),
    answers: on.job_offer.answers.handler(({ input, context }) => answersList(context, input)),
    consent: on.job_offer.consent.handler(({ input, context }) => changeConsent(context, input)),
    report: on.job_offer.report.handler(({ input, context }) => reportDead(context, input)),
    reports: on.job_offer.reports.handler(({ input, context }) => deadReports(context, input)),
    links: on.job_offer.links.handler(({ input, context }) => linksOf(context, input)),
    make_link: on.job_offer.make_link.handler(({ input, context }) => makeLink(context, input)),
    revoke_link: on.job_offer.revoke_link.handler(({ input, context }) => revokeLink(context, input)),
    guest: on.job_offer.guest.handler(({ input, context }) => guestView(context, input)),
    guest_cv: on.job_offer.guest_cv.handler(({ input, context }) => guestCv(context, input)),
    guest_word: on.job_offer.guest_word.handler(({ input, context }) => guestWord(context, input)),
    export: on.job_offer.export.handler(({ input, context }) => offerExport.answer(context, input)),
  },
});
