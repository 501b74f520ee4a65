import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf, refusalOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { PhoneField, plainValue, showDate, TextField } from '#platform/web/kit/index.ts';
import { api, type OfferedWhole, type Registration, refresh } from '../api.ts';
import { CodeField, type UsedCode } from './code.tsx';
import { PriceText } from './course-card.tsx';
import { RefundRule } from './refund.tsx';

/** What one agrees to before a place is taken: the price, until when it is held, and what is given back. */
export function RegisterDialog({
  course,
  opened,
  onClose,
  onDone,
}: {
  course: OfferedWhole;
  opened: boolean;
  onClose: () => void;
  onDone: (place: Registration) => unknown;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const [minor, setMinor] = useState(false);
  // Asked of those alone of whom no record says when they were born.
  const [age, setAge] = useState<'asked' | 'adult' | 'young'>();
  const guarded = minor || age === 'young';
  const [guardian, setGuardian] = useState({ name: '', phone: '' });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [used, setUsed] = useState<UsedCode>();
  const price = used?.to_pay ?? course.charged;
  const waits = course.left === 0;
  const take = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const place = await api.registration.create.call(
        {
          course_id: course.id,
          price,
          ...(used ? { code: used.code } : {}),
          ...(waits ? { waiting: true } : {}),
          ...(guarded ? { guardian } : age === 'adult' ? { adult: true } : {}),
        },
        silent,
      );
      await refresh();
      await onDone(place);
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code === 'GUARDIAN_NEEDED') setMinor(true);
      else if (code === 'AGE_NEEDED') setAge('asked');
      else {
        setFault(messageOf(error));
        setUsed(undefined);
        // What was read is old: the next yes is to what holds now.
        await refresh();
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={waits ? t('short-courses.register.wait') : t('short-courses.register.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <Text fw={640}>{plainValue(course.title, locale)}</Text>
        <Text size="sm">
          {t('short-courses.field.price')}: <PriceText price={course.charged} />
        </Text>
        <Text size="sm">
          {waits
            ? t('short-courses.register.wait_text', { hours: course.hold_hours })
            : Number(price) === 0
              ? t('short-courses.register.nothing_to_pay')
              : t('short-courses.register.held', { hours: course.hold_hours })}
        </Text>
        {Number(course.charged) > 0 && <RefundRule steps={course.refund} />}
        {!waits && Number(course.charged) > 0 && <CodeField course_id={course.id} used={used} onUse={setUsed} />}
        {age && (
          <Radio.Group
            label={t('short-courses.register.age', { day: showDate(course.starts_on) })}
            value={age === 'asked' ? null : age}
            onChange={(value) => setAge(value === 'adult' ? 'adult' : 'young')}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="adult" label={t('short-courses.register.adult')} />
              <Radio value="young" label={t('short-courses.register.young')} />
            </Stack>
          </Radio.Group>
        )}
        {guarded && (
          <Stack gap="xs">
            <Alert color="yellow">{t('short-courses.register.minor')}</Alert>
            <TextField
              label={t('short-courses.register.guardian_name')}
              value={guardian.name}
              onChange={(name) => setGuardian({ ...guardian, name: name ?? '' })}
            />
            <PhoneField
              label={t('short-courses.register.guardian_phone')}
              value={guardian.phone}
              onChange={(phone) => setGuardian({ ...guardian, phone: phone ?? '' })}
            />
          </Stack>
        )}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={age === 'asked' || (guarded && !(guardian.name && guardian.phone))}
            onClick={() => void take()}
          >
            {waits ? t('short-courses.register.join') : t('short-courses.register.take')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
