import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { id, phone as phoneShape } from '#platform/contract/index.ts';
import { afterSignIn, inScript, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { CodeInput, CountdownButton, PhoneField, RecordForm } from '#platform/web/kit/index.ts';
import { showPhone } from '#platform/web/kit/show/values.ts';
import { signUp } from '../../contract/shapes.ts';
import { api, begin, faultOf } from '../api.ts';
import DemoCodes from './demo-codes.tsx';
import { Fault, Frame, useInstallation } from './frame.tsx';

const person = z.object({ ...signUp, branch: id });

/** An applicant makes an account: a phone, the code that came to it, then who they are. */
export default function SignUp() {
  const t = useMessages();
  const navigate = useNavigate();
  const { shown } = useLocale();
  const search = useSearch({ strict: false }) as { source?: string; branch?: string; redirect?: unknown };
  const { data: installation } = useInstallation();
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'phone' | 'code' | 'person'>('phone');
  // Shown again with the code; the answer to another request for a code must not take it away.
  const [asker, setAsker] = useState('');
  const send = useMutation(
    api.send_code.mutationOptions({
      ...silent,
      onSuccess: (sent) => {
        setAsker(sent.asker);
        setStep('code');
      },
    }),
  );
  const check = useMutation(
    api.check_guest.mutationOptions({
      ...silent,
      onSuccess: ({ exists }) => {
        if (exists === false) setStep('person');
        if (exists === null) setCode('');
      },
    }),
  );
  const proper = phoneShape.safeParse(phone).success;
  const houses = (installation?.institutions ?? []).map(({ value, label }) => ({ id: value, title: inScript(label) }));

  if (step === 'person')
    return (
      <Frame wide title={t('identity.sign_up.person')} text={t('identity.sign_up.person_text')}>
        <RecordForm
          notice={false}
          schema={person}
          draftKey={false}
          defaults={{
            branch:
              houses.find(({ id }) => String(id) === search.branch)?.id ??
              (houses.length === 1 ? houses[0]?.id : undefined),
          }}
          save={(values) =>
            api.sign_up.call(
              {
                ...values,
                phone,
                code,
                asker,
                locale: shown,
                ...(search.source ? { source: search.source } : {}),
              },
              silent,
            )
          }
          onSaved={async (answer) => {
            const user = await begin(answer);
            await navigate({ href: afterSignIn(user, search.redirect), replace: true });
          }}
          submitLabel={t('identity.sign_up.create')}
          fields={[
            { control: 'text', name: 'lastname', label: t('identity.lastname'), autoComplete: 'family-name' },
            { control: 'text', name: 'firstname', label: t('identity.firstname'), autoComplete: 'given-name' },
            { control: 'text', name: 'midname', label: t('identity.midname'), autoComplete: 'additional-name' },
            { control: 'email', name: 'email', label: t('identity.email') },
            {
              control: 'select',
              name: 'branch',
              label: t('identity.institution'),
              options: houses,
              clearable: false,
            },
            {
              control: 'password',
              name: 'password',
              label: t('identity.password.new'),
              strength: installation?.password_policy ?? true,
            },
          ]}
        />
      </Frame>
    );

  return (
    <Frame
      title={t('identity.sign_up.title')}
      text={t(step === 'phone' ? 'identity.sign_up.text' : 'identity.sign_up.code_text', { phone: showPhone(phone) })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 'phone' && proper && !send.isPending) send.mutate({ phone });
          if (step === 'code' && code.length === 6 && !check.isPending) check.mutate({ phone, code, asker });
        }}
      >
        <Stack gap="md">
          <Fault
            title={t('identity.sign_up.refused')}
            error={step === 'phone' ? send.error : (check.error ?? send.error)}
          />
          <div aria-live="polite">
            {step === 'code' && check.data && check.data.exists !== false ? (
              <Alert color={check.data.exists ? 'blue' : 'red'} icon={<IconInfoCircle size={18} aria-hidden />}>
                {t(check.data.exists ? 'identity.sign_up.exists' : 'identity.sign_up.wrong_code')}
              </Alert>
            ) : null}
          </div>
          {step === 'phone' ? (
            <PhoneField label={t('identity.phone')} required value={phone} onChange={setPhone} />
          ) : (
            <CodeInput
              label={t('identity.verify.code')}
              value={code}
              onChange={setCode}
              onComplete={(all) => check.mutate({ phone, code: all, asker })}
              disabled={check.isPending}
            />
          )}
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={send.isPending || check.isPending}
            disabled={step === 'phone' ? !proper : code.length !== 6}
          >
            {t(step === 'phone' ? 'identity.sign_up.send' : 'identity.go_on')}
          </Button>
          {step === 'code' ? (
            <>
              <DemoCodes />
              <CountdownButton
                started
                duration={(send.data?.seconds ?? faultOf(send.error).seconds ?? 60) * 1000}
                onClick={() => send.mutate({ phone })}
              >
                {t('identity.verify.again')}
              </CountdownButton>
              <Anchor component="button" type="button" size="sm" onClick={() => setStep('phone')}>
                {t('identity.sign_up.other_phone')}
              </Anchor>
            </>
          ) : null}
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('identity.sign_up.have')}
          </Anchor>
        </Stack>
      </form>
    </Frame>
  );
}
