import { penaltyCases, sealedPenalties } from '#domains/assessment/server/index.ts';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { letterKind } from '#domains/credentials/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { ownMatter } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { hearings } from './calendar.ts';
import { letters } from './letters.ts';
import { closeCases } from './nightly.ts';
import { anyCase, casePages, judged, sealedCases, sealedIn } from './reach.ts';
import { router } from './router.ts';
import { offenceSubject } from './subject.ts';
import { consultationReports, invigilations, offencePanels, offences, offenceTypes } from './tables.ts';

// What is written of a case is history for the office alone: whoever has a part in one reads what it shows them.
const permission = 'offence.triage';
const ofCase = '(select o.number from offences o where o.id = r.offence_id)';

export default defineServerDomain({
  name: 'misconduct',
  contract,
  router,
  permissions,
  errors,
  subjects: [offenceSubject],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  uses: [
    { of: courseModules, by: offences.course_module_id },
    { of: courseModules, by: invigilations.course_module_id },
    { of: offenceTypes, by: offences.type_id },
  ],
  follows: [
    on(calendarPart, hearings),
    on(ownMatter, { name: 'offences', has: anyCase }),
    on(penaltyCases, { name: 'misconduct', pages: casePages }),
    on(sealedPenalties, { name: 'misconduct', of: judged }),
    on(letterKind, letters.invited),
    on(letterKind, letters.hearing),
    on(letterKind, letters.outcome),
    on(letterKind, letters.appeal),
    on(letterKind, letters.closed),
  ],
  history: {
    offences: { permission, title: 'r.number', sealed: sealedCases },
    offence_types: { permission: 'offence_type.manage' },
    offence_reports: { permission, title: 'r.number' },
    offence_panels: { permission, title: ofCase, sealed: sealedIn(offencePanels) },
    consultation_reports: { permission, title: ofCase, sealed: sealedIn(consultationReports) },
    invigilations: { permission: 'invigilation.manage', title: "r.room || ', ' || to_char(r.held_on, 'DD.MM.YYYY')" },
    invigilation_minutes: {
      permission: 'invigilation.manage',
      title:
        "(select i.room || ', ' || to_char(i.held_on, 'DD.MM.YYYY') from invigilations i where i.id = r.invigilation_id)",
    },
  },
  nightly: { 'closing cases': closeCases },
});
