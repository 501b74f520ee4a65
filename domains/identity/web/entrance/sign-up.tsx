import { Alert, Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { phoneDigits } from '#platform/contract/phone-digits.ts';
import { Coming, silent, useMessages } from '#platform/web/index.ts';
import { PhoneField } from '#platform/web/kit/controls/phone.tsx';
import { showPhone } from '#platform/web/kit/show/values.ts';
import { api, faultOf } from '../api.ts';
import DemoCodes from './demo-codes.tsx';
import { Fault, Frame } from './frame.tsx';

// The first step is what strangers wait for; the others come while they type their number.
const codeInput = () =>
  import('#platform/web/kit/controls/code-input.tsx').then((file) => ({ default: file.CodeInput }));
const countdown = () =>
  import('#platform/web/kit/dialogs/countdown-button.tsx').then((file) => ({ default: file.CountdownButton }));
const personStep = () => import('./sign-up-person.tsx');
const CodeInput = lazy(codeInput);
const CountdownButton = lazy(countdown);
const Person = lazy(personStep);

/** An applicant makes an account: a phone, the code that came to it, then who they are. */
export default function SignUp() {
  const t = useMessages();
  const client = useQueryClient();
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
  const typing = phone !== '';
  useEffect(() => {
    // A step whose part cannot come now asks for it again when it is its turn.
    if (typing) for (const bring of [codeInput, countdown, personStep]) bring().catch(() => undefined);
  }, [typing]);
  const proper = phoneDigits.test(phone);

  if (step === 'person')
    return (
      <Suspense fallback={<Frame wide title={t('identity.sign_up.person')} text={t('identity.sign_up.person_text')} />}>
        <Person phone={phone} code={code} asker={asker} />
      </Suspense>
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
          // Of a double click the second comes before it is shown that the first has set out.
          if (client.isMutating()) return;
          if (step === 'phone' && proper) send.mutate({ phone });
          if (step === 'code' && code.length === 6) check.mutate({ phone, code, asker });
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
            <Suspense fallback={<Skeleton h={62} />}>
              <CodeInput
                label={t('identity.verify.code')}
                value={code}
                onChange={setCode}
                onComplete={(all) => check.mutate({ phone, code: all, asker })}
                disabled={check.isPending}
              />
            </Suspense>
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
              <Suspense fallback={<Coming />}>
                <CountdownButton
                  started
                  duration={(send.data?.seconds ?? faultOf(send.error).seconds ?? 60) * 1000}
                  onClick={() => send.mutate({ phone })}
                >
                  {t('identity.verify.again')}
                </CountdownButton>
              </Suspense>
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
