import { useMessages } from '#platform/web/index.ts';
import { PasswordField } from '#platform/web/kit/index.ts';
import { minimumPassword } from '../../contract.ts';

export const longEnough = (password: string) => password.length >= minimumPassword;

/** The field of a new password: how strong it is, and what it lacks. */
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
  const short =
    value !== '' && !longEnough(value) ? t('identity.password.short', { count: minimumPassword }) : undefined;
  return <PasswordField label={label} required strength value={value} onChange={onChange} error={error ?? short} />;
}
