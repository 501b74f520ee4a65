import type { WordIds } from '#platform/contract/index.ts';

/**
 * The texts of every domain and the titles of its declared fields, as types alone: an id that no text has does not compile. The Uzbek ones stand for all, since a
 * house test holds the three languages to the same ids. The texts themselves come in parts (scripts/text-parts.ts).
 */
declare module '#platform/web/i18n.tsx' {
  interface MessageFiles {
    accounting: typeof import('./accounting/web/messages/uz.json');
    achievements: typeof import('./achievements/web/messages/uz.json');
    admissions_fields: Record<WordIds<'admissions', typeof import('./admissions/fields.ts').declared>, string>;
    admissions_apply: typeof import('./admissions/web/apply/messages/uz.json');
    admissions_desk: typeof import('./admissions/web/desk/messages/uz.json');
    admissions: typeof import('./admissions/web/messages/uz.json');
    assessment: typeof import('./assessment/web/messages/uz.json');
    attendance: typeof import('./attendance/web/messages/uz.json');
    banking: typeof import('./banking/web/messages/uz.json');
    calendar: typeof import('./calendar/web/messages/uz.json');
    careers: typeof import('./careers/web/messages/uz.json');
    census: typeof import('./census/web/messages/uz.json');
    certificates: typeof import('./certificates/web/messages/uz.json');
    circumstances: typeof import('./circumstances/web/messages/uz.json');
    correspondence: typeof import('./correspondence/web/messages/uz.json');
    credentials: typeof import('./credentials/web/messages/uz.json');
    curriculum: typeof import('./curriculum/web/messages/uz.json');
    deadlines: typeof import('./deadlines/web/messages/uz.json');
    early_warning: typeof import('./early-warning/web/messages/uz.json');
    enrollment: typeof import('./enrollment/web/messages/uz.json');
    evaluation: typeof import('./evaluation/web/messages/uz.json');
    feedback: typeof import('./feedback/web/messages/uz.json');
    files: typeof import('./files/web/messages/uz.json');
    forms: typeof import('./forms/web/messages/uz.json');
    gateways: typeof import('./gateways/web/messages/uz.json');
    groups: typeof import('./groups/web/messages/uz.json');
    identity: typeof import('./identity/web/messages/uz.json');
    institutions: typeof import('./institutions/web/messages/uz.json');
    lessons: typeof import('./lessons/web/messages/uz.json');
    library: typeof import('./library/web/messages/uz.json');
    messaging: typeof import('./messaging/web/messages/uz.json');
    misconduct: typeof import('./misconduct/web/messages/uz.json');
    questions: typeof import('./questions/web/messages/uz.json');
    reports: typeof import('./reports/web/messages/uz.json');
    short_courses: typeof import('./short-courses/web/messages/uz.json');
    signatures: typeof import('./signatures/web/messages/uz.json');
    staff: typeof import('./staff/web/messages/uz.json');
    staff_fields: Record<WordIds<'staff', typeof import('./staff/fields.ts').declared>, string>;
    students: typeof import('./students/web/messages/uz.json');
    student_fields: Record<WordIds<'students', typeof import('./students/fields.ts').declared>, string>;
    timetable: typeof import('./timetable/web/messages/uz.json');
    views: typeof import('./views/web/messages/uz.json');
  }
}
