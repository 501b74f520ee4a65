import { sql } from 'drizzle-orm';
import { callerWork, ownMatter } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { archiveSilent } from './cv/archive.ts';
import { achievementFacts, degreeFacts, moduleFacts } from './cv/facts.ts';
import { cvExport } from './cv/lists.ts';
import { verifiedFacts } from './hooks.ts';
import { tellEmployers } from './offers/employer-mail.ts';
import { offerExport } from './offers/lists.ts';
import { expireOffers, expiryErrand } from './offers/steps.ts';
import { careerOfPerson } from './person.ts';
import { router } from './router.ts';
import { cvs } from './tables.ts';
import { askEachTerm, workOfPerson } from './work/need.ts';

export { type VerifiedFacts, verifiedFacts } from './hooks.ts';

const person = '(select s.full_name from students s where s.id = r.student_id)';
/** What was never handed in is its person's alone, also where changes are followed. */
const drafts = sql`(select c.id from ${cvs} c where c.last_version_id is null)`;

export default defineServerDomain({
  name: 'careers',
  contract,
  router,
  permissions,
  errors,
  follows: [
    on(verifiedFacts, degreeFacts),
    on(verifiedFacts, achievementFacts),
    on(verifiedFacts, moduleFacts),
    on(callerWork, workOfPerson),
    on(ownMatter, careerOfPerson),
  ],
  errands: { [expiryErrand]: expireOffers },
  nightly: {
    'asking who looks for work': askEachTerm,
    'putting CVs away': archiveSilent,
    'mail to employers': tellEmployers,
  },
  jobs: { 'careers.cvs': cvExport.job, 'careers.offers': offerExport.job },
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    cvs: { permission: 'cv.review', title: person, sealed: () => drafts },
    cv_versions: {
      permission: 'cv.review',
      title: `(select s.full_name || ' · ' || r.number from cvs c join students s on s.id = c.student_id where c.id = r.cv_id)`,
    },
    cv_remarks: {
      permission: 'cv.review',
      title: '(select s.full_name from cvs c join students s on s.id = c.student_id where c.id = r.cv_id)',
    },
    career_profiles: { permission: 'cv.review', title: person },
    job_offers: { permission: 'job_offer.manage', title: "r.title || ', ' || r.employer" },
    job_offer_answers: {
      permission: 'job_offer.manage',
      title: `(select o.title from job_offers o where o.id = r.offer_id) || ' · ' || ${person}`,
    },
    job_offer_reports: {
      permission: 'job_offer.manage',
      title: '(select o.title from job_offers o where o.id = r.offer_id)',
      // Who says that an offer is dead is not told to those who made it.
      only: { permission: 'workflow.force', columns: ['student_id'] },
    },
    employer_links: {
      permission: 'job_offer.manage',
      title: "r.name || ' · ' || (select o.title from job_offers o where o.id = r.offer_id)",
      only: { permission: 'workflow.force', columns: ['secret_hash'] },
    },
  },
});
