import { readFileSync } from 'node:fs';
import { IconHome } from '@tabler/icons-react';
import { expect } from 'vitest';
import { roles } from '#platform/contract/index.ts';
import { currentLocale, locales, startLocale } from '#platform/web/i18n.tsx';
import { footers, layouts, navbars, skins, transitions, widths } from '#platform/web/preferences.ts';
import { isBlank } from '#platform/web/router.tsx';
import { MenuLink } from '#platform/web/shell/menu-link.tsx';
import { fullName } from '#platform/web/shell/profile-menu.tsx';
import { answering, inPage, json } from './browser.ts';
import { draw } from './draw.tsx';
import { covered, type Entries, type Ground, same, why } from './entry.ts';
import { expectSource, expectText, menuOf, pageAt, rolesOf, say, sourceOf, webDomains } from './product.ts';

const shell = 'tests/journeys/shell.test.ts';

const onlyFor = (path: string, allowed: readonly string[]) => async (ground: Ground) =>
  expect(await rolesOf(ground, path)).toEqual(allowed);

/** Frame of every page: layouts, bar, menu, looks, languages, dialogs, constants of the product. */
export const entries: Entries = {
  R001: covered('platform/server/run/web-build.test.ts', 'is built when its sources changed'),
  R002: async ({ as }) => {
    const desks: [string, string, string][] = [
      ['teacher', '/lessons', '/lesson/'],
      ['admission_moderator', '/guest-users', '/user/guest/'],
      ['registrar_head', '/students', '/student/'],
      ['hr_head', '/staff', '/staff/'],
      ['accounting_head', '/payments', '/accounting/payment/'],
      ['library_moderator', '/library', '/e_library/'],
      ['exam_head', '/internal-exam-place', '/admission/place/'],
    ];
    for (const [who, path, list] of desks) {
      expect(pageAt(path), path).toBeDefined();
      expect((await (await as(who)).get(list)).status, list).toBe(200);
    }
  },
  R003: async ({ as }) => {
    for (const who of ['hr_manager', 'teacher', 'bachelor_student', 'guest_user'])
      expect((await (await as(who)).get('/user/me/info')).body.user_info.home).toBe('/home');
  },
  R004: why('says what the specification is, not what the product does'),
  R005: async ({ as }) => {
    const kinds =
      'bachelor_student guest_user teacher academic_mentor registrar_officer hr_manager admission_moderator accounting_head library_moderator system_moderator admin';
    for (const who of kinds.split(' ')) expect((await menuOf(await as(who))).length, who).toBeGreaterThan(0);
  },
  R008: () =>
    inPage(async () => {
      expect([...locales].sort()).toEqual(['en', 'ru', 'uz']);
      await startLocale();
      expect(currentLocale()).toBe('uz');
    }),
  R009: covered(shell, 'another language keeps the page and what is asked of it'),
  R056: () => {
    const areas =
      '/students /guest-users /groups /enrollment-list /modules/create /lessons /mark-entry /marks /mark-amendment /attendance /general-admission /guest-application/job /st-course-admission /student-admission /vacancy-positions /job-positions /accounting/contract /payments /debit /calendar /library /internal-exam-place /course/transfer /timetable /departments /academic-years /roles /course/create /course/course-campaign';
    for (const path of areas.split(' ')) expect(pageAt(path), path).toBeDefined();
  },
  R057: () => {
    expect(layouts[0]).toBe('vertical');
    expect([...layouts]).toEqual(['vertical', 'horizontal']);
    expect(webDomains.flatMap((domain) => domain.pages).some(isBlank)).toBe(true);
  },
  R058: covered(shell, 'the look is chosen in a drawer, shows at once and stays'),
  R059: covered(shell, 'the menu stands beside the page above 1200 px and opens over it below, in both layouts'),
  R060: covered(shell, 'the menu stands beside the page above 1200 px and opens over it below, in both layouts'),
  R061: covered(shell, 'the menu stands beside the page above 1200 px and opens over it below, in both layouts'),
  R062: () => expectSource('platform/web/shell/navbar.tsx', '<Logo small={vertical && menuCollapsed} />'),
  R063: covered(shell, 'the menu stands beside the page above 1200 px and opens over it below, in both layouts'),
  R064: covered(shell, 'the look is chosen in a drawer, shows at once and stays'),
  R065: () => expectSource('platform/web/shell/switches.tsx', 'if (!options.length) return null;'),
  R066: () => expectSource('platform/web/shell/switches.tsx', 'useEducationForm()'),
  R067: covered(shell, 'another institution clears what was asked of the page'),
  R068: covered(
    'tests/journeys/sign-in.test.ts',
    'the password is changed from the profile menu, and signing out leads',
  ),
  R069: () => expect([...navbars]).toEqual(['floating', 'sticky', 'static', 'hidden']),
  R070: () => expect([...footers]).toEqual(['static', 'sticky', 'hidden']),
  R071: () => expect([...skins]).toEqual(['light', 'dark', 'bordered', 'semi-dark']),
  R072: () => expect([...widths]).toEqual(['full', 'boxed']),
  R073: () => {
    expect([...transitions]).toEqual(['fade', 'fade-left', 'zoom', 'none']);
    for (const name of transitions.slice(0, 3))
      expectSource('platform/web/shell/shell.module.css', `[data-transition='${name}']`);
  },
  R074: () => expectSource('platform/web/shell/shell.tsx', 'mounted={scroll.y > 300}'),
  R075: () => expectSource('platform/web/router.tsx', 'defaultPendingComponent: PageSpinner'),
  R076: () => {
    expectText('shell.copyright', '© 2026 ISFT. All rights reserved.', { year: '2026' });
    expectSource('platform/web/shell/shell.tsx', 'clock.date().getFullYear()');
  },
  R077: () => expect(locales).toHaveLength(3),
  R078: () =>
    inPage(async () => {
      const { showLocale } = await import('#platform/web/i18n.tsx');
      const asked = await answering(
        () => json({}),
        () => showLocale('ru'),
      );
      expect(asked).toEqual([]);
      expect(currentLocale()).toBe('ru');
    }),
  R079: same('R362'),
  R083: () => expectSource('platform/web/router.tsx', "throw redirect({ to: '/home', replace: true })"),
  R084: async (ground) => expect(await rolesOf(ground, '/home')).toHaveLength(roles.length),
  R085: () => expect(pageAt('/not-authorized')?.public).toBe(true),
  R086: async (ground) => {
    expect(isBlank(pageAt('/error')!)).toBe(true);
    await onlyFor('/error', ['SUPER_ADMIN'])(ground);
  },
  R091: onlyFor('/page-embed', ['SUPER_ADMIN']),
  R092: covered(shell, 'pages that are not there, not allowed or broken say so and lead home'),
  R104: () => {
    for (const page of webDomains.flatMap((domain) => domain.pages))
      if (page.public) expect(isBlank(page), page.path).toBe(true);
  },
  R106: async ({ as }) => {
    const ids = await menuOf(await as('super_admin'));
    const order =
      '/home /library /accounting/contract /payments /debit /timetable /calendar /accounts /roles /job-positions /departments /vacancy-positions /institution /academic-years /students /withdrawal /gap-year /inactive /deleted /graduated /guest-users /course/create /course/course-campaign /modules/create /modules/activate /lessons /attendance /groups /enrollment-list /internal-exam-place /course/transfer /info-history /mark-entry /marks /mark-amendment';
    const shown = ids.filter((path) => order.split(' ').includes(path));
    expect(shown).toEqual(order.split(' '));
  },
  R109: covered('domains/library/server/library.api.test.ts', 'stand in the librarian’s order, web pages alone'),
  R110: async () => {
    const node = { id: 'x', title: 'common.yes' as const, icon: IconHome, order: 1, children: [] };
    const link = (more: object) =>
      draw(
        <MenuLink node={{ ...node, ...more }} active={false}>
          go
        </MenuLink>,
      );
    expect(await link({ path: 'https://lib.example.uz' })).toContain('target="_blank"');
    expect(await link({ path: '/x', newTab: true })).toContain('target="_blank"');
    expect(await link({ path: '/x', disabled: true })).not.toContain('<a');
    // header, children and badge stand in the side menu
    for (const part of ['section.title', 'node.children', 'MenuBadge'])
      expectSource('platform/web/shell/side-menu.tsx', part);
  },
  R178: () => {
    const source = sourceOf('platform/web/shell/profile-menu.tsx');
    for (const part of ['user?.avatar', 'user.firstname', 'user.lastname', 'user.email', 'user.username'])
      expect(source).toContain(part);
  },
  R203: same('R229'),
  R254: () => {
    const source = sourceOf('platform/web/shell/deadline.tsx');
    expect(source).toContain('5 * 60_000');
    expect(source).toContain('useState(true)');
    expectSource('platform/web/shell/shell.tsx', 'user?.deadline_message ? <DeadlineWarning');
  },
  R329: async ({ as }) => {
    const most = (await menuOf(await as('super_admin'))).length;
    for (const role of roles)
      expect((await menuOf(await as(role.toLowerCase()))).length, role).toBeLessThanOrEqual(most);
  },
  R332: covered(shell, 'a notice rings at once, opens what it is about and is read then; an applicant has no bell'),
  R378: why('says that texts of the server are not given'),
  R379: covered('tests/journeys/sign-in.test.ts', 'a wrong password is told with status and message'),
  R380: () => expectSource('platform/web/http.ts', 'if (!refusalOf(error)) console.error(error);'),
  R385: () => expectText('kit.errorDialog.title', 'Error'),
  R388: () => {
    expectText('common.error_occurred', 'An error has occurred');
    expectSource('platform/web/pages/states.tsx', 'color="red"');
  },
  R389: covered(shell, 'pages that are not there, not allowed or broken say so and lead home'),
  R393: () => {
    expectText('kit.confirm.title', 'Are you sure?');
    expectText('kit.yes', 'Yes');
    expectText('kit.cancel', 'Cancel');
  },
  R394: () => expectText('kit.deleted.title', 'Deleted!'),
  R395: () => expectText('kit.deleted.text', 'Your file has been deleted'),
  R399: () => {
    expectText('kit.success', 'Success!');
    expectSource('domains/enrollment/web/pages/own.tsx', "title={t('kit.success')}");
  },
  R400: () => expectText('kit.saved', 'Successfully saved'),
  R401: () => {
    expectText('kit.changesSaved', 'Your changes have been saved!');
    for (const file of [
      'platform/web/kit/settings-page.tsx',
      'domains/timetable/web/pages/settings.tsx',
      'domains/identity/web/profile/profile.tsx',
    ])
      expectSource(file, 'notice="settings"');
    expectSource('domains/attendance/web/pages/settings.tsx', '<SettingsPage');
  },
  R402: () => {
    expectText('students.status.restored', 'Students restored');
    expectSource('domains/students/web/components/life-answer.tsx', "restored ? 'students.status.restored'");
  },
  R403: () => {
    expectText('kit.edited', 'Successfully edited');
    expectSource('platform/web/kit/form/use-record-form.tsx', "'kit.saved' : 'kit.edited'");
  },
  R404: () => {
    expectText('messaging.send.sent', 'Mail has been sent!');
    expectSource('domains/messaging/web/components/send-dialog.tsx', "done={t('messaging.send.sent')}");
  },
  R405: () => {
    expectText('messaging.templates.success', 'Success');
    expectText('messaging.templates.created', 'EmailTemplate has been created');
    expectSource('domains/messaging/web/pages/email-templates.tsx', "t('messaging.templates.success')");
  },
  R410: async ({ api }) => {
    const answer = await api.app.inject({ url: '/edulab/lms/api/v1/student/' });
    expect(answer.json().message).toBe('Please sign in.');
  },
  R411: same('R008'),
  R412: covered('tests/house/messages.test.ts', 'has every text in Uzbek, Russian and English'),
  R414: same('R059'),
  R415: same('R074'),
  R416: same('R254'),
  R418: () =>
    expect(sourceOf('platform/web/theme.css')).toMatch(/--ripple: 500ms;[\s\S]*transition: opacity var\(--ripple\)/),
  R434: () => {
    const source = sourceOf('platform/web/shell/shell.module.css');
    expect(source).toMatch(/\.logo \{[^}]*width: 120px/);
    expect(source).toMatch(/\.logo\[data-small\] \{[^}]*width: 50px/);
  },
  R435: () => {
    expectText('common.unknown', 'Unknown');
    expect(fullName({ firstname: null, lastname: null } as never, (id) => say.en(id))).toBe('Unknown');
  },
  R436: () => {
    expectText('common.anonymous', 'Anonymous');
    expect(fullName(null, (id) => say.en(id))).toBe('Anonymous');
  },
  R437: () => {
    expect(readFileSync('index.html', 'utf8')).toContain('ISFT');
    expectSource('platform/web/shell/navbar.tsx', '<span>ISFT</span>');
  },
  R438: async ({ api }) => {
    const { body } = await api.anonymous.get('/installation');
    expect([body.support_phone, body.admission_phone]).toEqual(['998000000000', '998000000001']);
    for (const word of ['identity.support', 'identity.support_admission'])
      expectSource('domains/identity/web/entrance/frame.tsx', `t('${word}')`);
  },
};
