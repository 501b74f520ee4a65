import { enterZone } from '../clock.ts';
import { ApiError, api, onSessionLost } from '../http.ts';
import { currentShownLocale, isShownLocale, type ShownLocale, showLocale } from '../i18n.tsx';
import { queryClient } from '../query.ts';
import { store } from '../store.ts';
import { clearDrafts, read, readJson, sessionKeys, write, writeJson } from './storage.ts';

export interface Choice {
  value: number | string;
  label: string;
  short?: string;
}

/** `user_info` of a sign-in and of GET /user/me/info. */
export interface UserInfo {
  id: number;
  username: string;
  firstname: string | null;
  lastname: string | null;
  midname: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  roles: string[];
  roles_map: Record<string, string>;
  abilities: { permission: string; scope: string }[];
  required_actions: string[];
  selected_institution: Choice | null;
  selected_education_form: Choice | null;
  selected_locale: Choice | null;
  institutions: Choice[];
  academic_years: Choice[];
  /** Of the institution: an IANA name. */
  timezone?: string;
  education_forms: Choice[];
  need_for_job_status: string | null;
  new_job_offers: number;
  deadline_message: string | null;
  read_only: boolean;
  home: string | null;
}

interface SignedIn {
  token?: string | null;
  user_info: UserInfo;
}

export interface Session {
  user: UserInfo | null;
}

/** Milliseconds that the server may take to say who is signed in. */
const patience = 15_000;

const current = store<Session>({ user: null });
// Also where a page opens from what the browser kept.
current.subscribe(({ user }) => {
  if (enterZone(user?.timezone)) void showLocale(currentShownLocale());
});
/** 'logout' was asked for; 'lost' means that the server no longer knows the session. */
export type EndReason = 'logout' | 'lost';
const endListeners = new Set<(reason: EndReason) => void>();

/** Takes over who is signed in; answers whether the answer was in another language than theirs, in which it names institutions and years. */
async function keep({ token, user_info: user }: SignedIn): Promise<boolean> {
  if (token) write('token', token);
  writeJson('userInfo', user);
  write('institution', user.selected_institution ? String(user.selected_institution.value) : null);
  writeJson('selected_institution', user.selected_institution);
  write('education_form', user.selected_education_form ? String(user.selected_education_form.value) : null);
  writeJson('selected_education_form', user.selected_education_form);
  const locale = user.selected_locale?.value;
  const foreign = isShownLocale(locale) && locale !== currentShownLocale();
  if (isShownLocale(locale)) {
    write('lang', locale);
    writeJson('selected_lang', user.selected_locale);
    if (foreign) await showLocale(locale);
  }
  current.set({ user });
  return foreign;
}

function end(reason: EndReason) {
  const wasIn = current.get().user !== null || read('token') !== null;
  for (const key of sessionKeys) write(key, null);
  // The next person at this computer sees nothing of this one's unsaved forms.
  if (reason === 'logout') clearDrafts();
  // What is still on its way would only be refused.
  void queryClient.cancelQueries();
  queryClient.clear();
  current.set({ user: null });
  if (wasIn) for (const listener of endListeners) listener(reason);
}

export const session = {
  get: current.get,
  subscribe: current.subscribe,
  /** Listens for the end of the session. */
  onEnd: (listener: (reason: EndReason) => void) => {
    endListeners.add(listener);
  },

  /** Takes over the answer of a sign-in, or of another call that answers a session. */
  async start(answer: SignedIn) {
    queryClient.clear();
    if (await keep(answer)) await session.reload();
  },

  /** Reads who is signed in; a refusal ends the session, not that the network or the server is away or busy. */
  async reload() {
    try {
      // The first page waits for this: a network that says nothing must not keep a known person out.
      const signal = AbortSignal.timeout(patience);
      const ask = () => api<SignedIn>('GET', '/user/me/info', { silent: true, signal });
      if (await keep(await ask())) await keep(await ask());
    } catch (error) {
      const known = readJson<UserInfo>('userInfo');
      // No answer, or that the server has no room just now: nobody said that the session is over.
      const told = error instanceof ApiError && error.status > 0 && error.status !== 503;
      if (!told && known) current.set({ user: known });
      else end('lost');
      console.error(error);
    }
  },

  /** Tells the server and forgets everything, also when the server cannot be reached. */
  async signOut() {
    // This call still carries the session; nothing is asked with it from here on.
    const told = api('POST', '/user/sign-out', { silent: true }).catch(console.error);
    end('logout');
    await told;
  },
};

onSessionLost(() => end('lost'));

/** Called once before the first page shows. */
export async function startSession() {
  if (read('token')) await session.reload();
  // Another tab signed in or out: this one must not go on as somebody else.
  window.addEventListener('storage', (event) => {
    if (event.key === 'token' && event.oldValue !== event.newValue) location.reload();
  });
}

export function useSession() {
  const { user } = current.use();
  return { user, signedIn: user !== null, signOut: session.signOut, reload: session.reload };
}

interface Settings {
  institution?: number | string;
  education_form?: number | string;
  locale?: ShownLocale;
}

/** Stores the person's choice of institution, form of education or language and reads everything anew. */
export async function saveSettings(change: Settings) {
  const user = current.get().user;
  if (!user) return;
  await api('POST', '/user/settings/', {
    body: {
      institution_id: change.institution ?? user.selected_institution?.value,
      education_form: change.education_form ?? user.selected_education_form?.value ?? null,
      locale: change.locale ?? currentShownLocale(),
    },
  });
  if (change.institution !== undefined) write('institution', String(change.institution));
  if (change.education_form !== undefined) write('education_form', String(change.education_form));
  if (change.locale) await showLocale(change.locale);
  await session.reload();
  await queryClient.resetQueries();
}
