import { Alert, Button, Group, Input, Modal, Rating, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, TextAreaField } from '#platform/web/kit/index.ts';
import { api, type Registration, refresh } from '../api.ts';

/** How a course was, by whoever completed it; opened once more it is changed. */
export function ReviewDialog({ place, onClose }: { place: Registration; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [stars, setStars] = useState(place.review?.stars ?? 0);
  const [words, setWords] = useState(place.review?.words ?? '');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await api.review.save.call({ registration_id: place.id, stars, words }, silent);
      await refresh();
      onClose();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('short-courses.review.ask')}
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <Text fw={640}>{plainValue(place.course.title, locale)}</Text>
        <Input.Wrapper label={t('short-courses.field.stars')} labelElement="div">
          <Rating
            value={stars}
            onChange={setStars}
            size="xl"
            getSymbolLabel={(count) => t('short-courses.review.stars', { count })}
          />
        </Input.Wrapper>
        <TextAreaField
          label={t('short-courses.field.words')}
          value={words}
          onChange={(value) => setWords(value ?? '')}
          maxLength={2000}
        />
        <Text size="xs" c="dimmed">
          {t('short-courses.review.note')}
        </Text>
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} disabled={stars === 0} onClick={() => void send()}>
            {t('short-courses.review.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
