import { flavourNames, flavours } from '#domains/admissions/flavours.ts';
import { runningStates } from '#domains/admissions/web/apply/stops.ts';

/**
 * What pages of Edulab ask the server for. Found with a browser: each address was opened in the Chromium of the journeys
 * (`newPage` of tests/support/browser.ts) on the demo university, as the demo account of the role, with `page.on('request')`
 * writing down every call until the network was idle; saves by pressing the button. The API answers `cache-control: no-store`
 * and no ETag, so a browser asks it everything anew; of the document it asks whether it is the same (If-None-Match), and
 * scripts with a fingerprint in their name it has kept.
 *
 * When a page asks for something else, write it down here: nothing else tells the load of it.
 */
export interface Page {
  name: string;
  /** What stands in the address bar. */
  address: string;
  /** Calls below the base of the API, asked once it is known who is there. */
  reads: readonly string[];
  /** Calls of what most people have none of, by the matter: asked once it is known that there is some. */
  matters?: Readonly<Record<string, readonly string[]>>;
  /** For those who have not signed in: nobody asks who they are. */
  strangers?: boolean;
  /** Live events are listened for. */
  live?: boolean;
}

/** Says what there is none of. */
export const mattersCall = '/user/me/matters';
/** Of the frame around each page. */
const frame = ['/notice/count', '/user_open_link/all'];

/** Several values of one filter, as the client of the API writes them. */
const many = (name: string, ...values: string[]) => values.map((value, at) => `${name}%5B${at}%5D=${value}`).join('&');

const inSevenDays = (day: string) => new Date(Date.parse(day) + 6 * 86_400_000).toISOString().slice(0, 10);
const week = (today: string) => `/calendar/event?from=${today}&to=${inSevenDays(today)}&mine=true&size=200`;

const written = `/feedback?mine=true&${many('status', 'WAITING', 'ANSWERED')}&size=3`;
const shared = ['/notice?size=5&unread=true', '/offence/waiting', written, '/attendance/overview'];
const handled = `/feedback?handled=true&${many('status', 'ASSIGNED', 'IN_PROGRESS', 'ESCALATED')}&size=4&sort=due_on`;
const courseOf = (status: string) => `/short_term_course/registration?mine=true&${status}&size=4`;
const places = courseOf(many('status', 'OFFERED', 'HELD', 'WAITING', 'CONFIRMED'));
/** Of applicants; who studies asks for those alone that are on their way. */
const applications = flavourNames.map(
  (flavour) => `${flavours[flavour].prefix}/application?size=50&sort=created_at%2Cdesc`,
);
const running = flavourNames.map((flavour, at) => `${applications[at]}&${many('status', ...runningStates(flavour))}`);

const page = (name: string, address: string, reads: readonly string[], more: Partial<Page> = {}): Page => ({
  name,
  address,
  reads: [...reads, ...frame],
  live: true,
  ...more,
});

export const pages = {
  signIn: { name: 'sign in', address: '/login', reads: ['/installation', '/demo/accounts'], strangers: true },
  studentHome: (today: string) =>
    page(
      'home of a student',
      '/home',
      [
        '/notice?size=5&unread=true',
        '/assessment/withheld',
        '/exam/own',
        '/evaluation/mine',
        '/dashboard/student',
        week(today),
        '/module_choice',
        '/student/debit/standing',
        '/attendance/table/student?sort=missed%2Cdesc&size=5',
      ],
      {
        matters: {
          claims: [`/ec?${many('status', 'DRAFT', 'CAN_UPDATE', 'PENDING')}&size=4`],
          career: ['/job_offer/student/all', `/cv?${many('status', 'CHANGES_REQUIRED', 'CHANGES_SUGGESTED')}&size=1`],
          requests: [
            `/form/request?mine=true&${many('status', 'DRAFT', 'SUBMITTED', 'IN_REVIEW', 'UPDATE_REQUIRED', 'READY')}&size=4`,
          ],
          short_courses: [places],
          achievements: ['/achievement_records/own'],
          offences: ['/offence/waiting'],
          feedback: [written],
          running_applications: running,
        },
      },
    ),
  marks: page('marks', '/marks', [
    '/assessment/overall-grade-history?size=200',
    '/assessment/withheld',
    '/assessment/transcript',
    '/assessment?size=200&state=ACTIVE',
  ]),
  ownExams: page('own exams', '/exams', ['/exam/own']),
  moduleChoice: page('module choice', '/module-choice', ['/module_choice']),
  teacherHome: (today: string) =>
    page('home of a teacher', '/home', [
      ...shared,
      '/exam/own',
      week(today),
      '/assessment/waiting',
      '/document_management/mine',
      '/lesson?size=5&to_assess=true',
      '/achievement_records?mine=true&size=4&sort=submitted_at',
      handled,
      '/evaluation/result?released=true&size=4',
      '/class_session?mine=true&uncalled=true&size=5&sort=date',
    ]),
  lessonsOfDay: (day: string) =>
    page('lessons of a day', `/attendance?day=${day}`, [
      '/staff/profile',
      `/class_session?from=${day}&to=${day}&size=100&sort=date&mine=true`,
    ]),
  officeHome: (today: string) =>
    page('home of an office', '/home', [
      ...shared,
      week(today),
      '/student/overview',
      '/academic_year?size=50&sort=starts_on%2Cdesc',
      '/admission/desk',
      '/document_management/mine',
      `/ec?${many('status', 'SUBMITTED', 'UNDER_REVIEW', 'REVIEW_REQUESTED')}&size=4&sort=submitted_at`,
      '/attendance/reason?status=SUBMITTED&size=4&sort=created_at',
      `/ec?${many('status', 'SUPPORTED', 'REJECTED', 'REJECTED_2', 'REJECTED_3', 'UPHELD')}&published=false&size=1`,
      '/form/request?waiting=true&size=4&sort=due_on',
      handled,
      '/report?pinned=true&size=10',
    ]),
  students: (query: string) =>
    page('list of students', '/students', [
      `/student?${query}&size=20&${many('status', 'ACTIVE', 'GAP_YEAR', 'INACTIVE')}&groups=true`,
      '/list_view?list=students&size=100',
    ]),
  groups: page('list of groups', '/groups', [
    '/group?page=0&size=20&status=ACTIVE',
    '/list_view?list=%2Fgroups&size=100',
  ]),
  debts: page('list of debts', '/debit', [
    '/student/debit/overview',
    '/student/debit?page=0&size=10',
    '/list_view?list=%2Fdebit&size=100',
  ]),
  reports: page('list of reports', '/report', ['/report?page=0&size=10', '/list_view?list=%2Freport&size=100']),
  report: (id: number) => page('report', `/report/${id}`, ['/report/fields', `/report/${id}`]),
  applicantHome: (today: string): Page => ({
    name: 'home of an applicant',
    address: '/home',
    reads: [week(today), '/notice?size=5&unread=true', ...applications],
    matters: { short_courses: [places] },
  }),
  admission: {
    name: 'admission',
    address: '/student-admission',
    reads: ['/application/open', '/application?size=50&sort=created_at%2Cdesc', '/installation'],
  },
} satisfies Record<string, Page | ((..._: never[]) => Page)>;
