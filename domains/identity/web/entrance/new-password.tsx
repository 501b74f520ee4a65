import { type PasswordPolicy, shortestPassword } from '#platform/contract/index.ts';
import { useMessages, useSession } from '#platform/web/index.ts';
import { PasswordField } from '#platform/web/kit/index.ts';
import { useInstallation } from './frame.tsx';

/** What the institution asks of new passwords, as far as it is known by now. */
export function usePasswordPolicy(): PasswordPolicy {
  return useInstallation().data?.password_policy ?? {};
}

export const longEnough = (password: string, policy: PasswordPolicy) =>
  [...password].length >= shortestPassword(policy);

/** The field of a new password: the rule beforehand, then what it lacks or how strong it is. */
export function NewPassword({
  value,
  onChange,
  label,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  label: string;
  error?: string | undefined;
}) {
  const t = useMessages();
  const policy = usePasswordPolicy();
  const { user } = useSession();
  const short =
    value !== '' && !longEnough(value, policy)
      ? t('identity.password.short', { count: shortestPassword(policy) })
      : undefined;
  return (
    <PasswordField
      label={label}
      required
      strength={policy}
      {...(user ? { owner: user } : {})}
      value={value}
      onChange={onChange}
      error={error ?? short}
    />
  );
}
