import { useNavigate } from '@tanstack/react-router';
import { type ShownLocale, showLocale, useCurrentLocale, useShownLocale } from '../i18n.tsx';
import { queryClient } from '../query.ts';
import { type Choice, saveSettings, useSession } from './session.ts';

/** The language, and the choice that it comes of, which is also a script; signed in, the server is told as well. */
export function useLocale() {
  const locale = useCurrentLocale();
  const shown = useShownLocale();
  const { signedIn } = useSession();
  const setLocale = async (next: ShownLocale) => {
    if (signedIn) return saveSettings({ locale: next });
    await showLocale(next);
    // What was answered before speaks the other language, or is written in the other script.
    await queryClient.invalidateQueries();
  };
  return { locale, shown, setLocale };
}

/** Filters and pages of one institution mean nothing in another, so the query string goes. */
function useChoose(key: 'institution' | 'education_form') {
  const navigate = useNavigate();
  return async (value: number | string) => {
    await navigate({ to: '.', search: {}, replace: true });
    await saveSettings({ [key]: value });
  };
}

export function useInstitution(): {
  selected: Choice | null;
  options: Choice[];
  choose: (value: number | string) => Promise<void>;
} {
  const { user } = useSession();
  return {
    selected: user?.selected_institution ?? null,
    options: user?.institutions ?? [],
    choose: useChoose('institution'),
  };
}

export function useEducationForm(): {
  selected: Choice | null;
  options: Choice[];
  choose: (value: number | string) => Promise<void>;
} {
  const { user } = useSession();
  return {
    selected: user?.selected_education_form ?? null,
    options: user?.education_forms ?? [],
    choose: useChoose('education_form'),
  };
}
