import { PasswordInput, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  type PasswordOwner,
  type PasswordPolicy,
  passwordFaults,
  passwordStrength,
  shortestPassword,
} from '#platform/contract/index.ts';
import type { FieldProps } from '../form/context.tsx';
import { useField, useFormBinding } from '../form/context.tsx';
import { isLatin } from './rules.ts';

export interface TextFieldProps extends FieldProps<string> {
  /** what is typed becomes capitals */
  uppercase?: boolean | undefined;
  /** characters, default 1000 */
  maxLength?: number | undefined;
  /** refuses what is not ASCII, in words, without eating what was typed */
  latinOnly?: boolean | undefined;
  autoComplete?: string | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'search' | 'url' | undefined;
  autoFocus?: boolean | undefined;
}

const capitals = (text: string) => text.toLocaleUpperCase('uz');

function useTextField(props: TextFieldProps) {
  const { value, onChange, input } = useField<string>(props, '');
  const foreign = props.latinOnly && !isLatin(value);
  return {
    value,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(props.uppercase ? capitals(event.currentTarget.value) : event.currentTarget.value),
    maxLength: props.maxLength ?? 1000,
    ...(props.autoComplete === undefined ? {} : { autoComplete: props.autoComplete }),
    ...(props.inputMode === undefined ? {} : { inputMode: props.inputMode }),
    ...(props.autoFocus ? { 'data-autofocus': true } : {}),
    ...input,
    ...(foreign ? { error: <FormattedMessage id="kit.error.second.latin" /> } : {}),
  };
}

export function TextField(props: TextFieldProps) {
  return <TextInput {...useTextField(props)} />;
}

export function TextAreaField({ rows = 3, ...props }: TextFieldProps & { rows?: number | undefined }) {
  return <Textarea autosize minRows={rows} maxRows={12} {...useTextField(props)} />;
}

export function EmailField(props: FieldProps<string> & { autoComplete?: string | undefined }) {
  const field = useTextField({ maxLength: 254, autoComplete: 'email', ...props });
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...field} />;
}

export interface PasswordFieldProps extends FieldProps<string> {
  /** for a new password, not for signing in: says the rule beforehand, then what it lacks or how strong it is */
  strength?: boolean | PasswordPolicy | undefined;
  /** whose it is to be, where the form around it does not say */
  owner?: PasswordOwner | undefined;
  autoComplete?: 'current-password' | 'new-password' | undefined;
}

/** Whom the fields beside this one describe: nothing of it makes a password. */
function useOwner(name: string | undefined): PasswordOwner {
  const form = useFormBinding();
  if (!form || name === undefined) return {};
  const beside = name.slice(0, name.lastIndexOf('.') + 1);
  const of = (field: keyof PasswordOwner) => {
    const value = form.get(beside + field);
    return typeof value === 'string' ? value : null;
  };
  return {
    username: of('username'),
    email: of('email'),
    phone: of('phone'),
    firstname: of('firstname'),
    lastname: of('lastname'),
    midname: of('midname'),
  };
}

export function PasswordField({ strength = false, owner, ...props }: PasswordFieldProps) {
  const intl = useIntl();
  const hint = useId();
  const field = useTextField({ autoComplete: strength ? 'new-password' : 'current-password', ...props });
  const beside = useOwner(props.name);
  const policy = typeof strength === 'object' ? strength : {};
  const person = owner ?? beside;
  const [fault] = field.value === '' ? [] : passwordFaults(field.value, policy, person);
  const score = passwordStrength(field.value, policy, person);
  const min = shortestPassword(policy);
  return (
    <Stack gap={4} style={props.wide ? { gridColumn: '1 / -1' } : undefined}>
      <PasswordInput
        {...field}
        {...(strength ? { 'aria-describedby': hint } : {})}
        visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.password.show' }), tabIndex: 0 }}
      />
      {strength && (
        <div id={hint} aria-live="polite">
          {field.value !== '' && (
            <Progress
              aria-hidden
              size={4}
              value={25 * score}
              color={score < 2 ? 'red' : score < 3 ? 'orange' : 'teal'}
            />
          )}
          <Text size="xs" c="dimmed" mt={2}>
            {field.value === '' ? (
              <FormattedMessage id="kit.password.rule" values={{ min }} />
            ) : fault ? (
              <FormattedMessage id="kit.password.lacks" values={{ fault, min }} />
            ) : (
              <FormattedMessage id="kit.password.strength" values={{ score }} />
            )}
          </Text>
        </div>
      )}
    </Stack>
  );
}
