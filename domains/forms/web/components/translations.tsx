import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowDown, IconLanguage } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { askToLeave } from '#platform/web/kit/index.ts';
import { type FormText, textsOf, withTexts } from '../../texts.ts';
import type { Version } from '../api.ts';
import styles from './translations.module.css';

const empty = (text: string | undefined) => !text?.trim();

/** Every text of the form in all languages beside each other: what is missing is counted, and the next of it is one press away. */
export function Translations({
  form,
  opened,
  onClose,
  save,
}: {
  form: Version;
  opened: boolean;
  onClose: () => void;
  save: (form: Pick<Version, 'title' | 'description' | 'sections' | 'steps' | 'paper'>) => Promise<unknown>;
}) {
  const t = useMessages();
  const [said, setSaid] = useState<Record<string, Title>>({});
  const leave = async () => {
    if (Object.keys(said).length > 0 && !(await askToLeave())) return;
    setSaid({});
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={() => void leave()}
      position="right"
      size="min(1080px, 100%)"
      title={t('forms.translate.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {opened && (
        <Inside
          form={form}
          said={said}
          say={(path, text) => setSaid((before) => ({ ...before, [path]: text }))}
          leave={leave}
          done={async () => {
            const { title, description, sections, steps, paper } = withTexts(form, said);
            await save({ title, description, sections, steps, paper });
            setSaid({});
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}

function Inside({
  form,
  said,
  say,
  leave,
  done,
}: {
  form: Version;
  said: Record<string, Title>;
  say: (path: string, text: Title) => void;
  leave: () => Promise<void>;
  done: () => Promise<void>;
}) {
  const t = useMessages();
  const boxes = useRef(new Map<string, HTMLTextAreaElement>());
  const [busy, setBusy] = useState(false);
  const texts = textsOf(form).map((one) => ({ ...one, text: said[one.path] ?? one.text }));
  const places = texts.flatMap(({ path, text }) =>
    locales.map((locale) => ({ place: `${path} ${locale}`, locale, lacks: empty(text[locale]) })),
  );
  const missing = (locale: Locale) => places.filter((one) => one.locale === locale && one.lacks).length;
  const whole = places.filter(({ lacks }) => lacks).length;
  // The Uzbek text is the one that may not be empty.
  const bare = texts.some(({ text }) => empty(text.uz));
  const next = () => {
    const here = places.findIndex(({ place }) => boxes.current.get(place) === document.activeElement);
    const order = [...places.slice(here + 1), ...places.slice(0, here + 1)];
    const box = boxes.current.get(order.find(({ lacks }) => lacks)?.place ?? '');
    box?.focus();
    box?.scrollIntoView({ block: 'center' });
  };
  return (
    <Stack>
      <Group justify="space-between" className={styles.bar}>
        <Text size="sm" role="status">
          {whole === 0
            ? t('forms.translate.whole')
            : locales
                .filter((locale) => missing(locale) > 0)
                .map((locale) =>
                  t('forms.translate.missing', { language: t(`forms.language.${locale}`), count: missing(locale) }),
                )
                .join(' · ')}
        </Text>
        <Button
          size="xs"
          variant="light"
          disabled={whole === 0}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={next}
        >
          {t('forms.translate.next')}
        </Button>
      </Group>
      <div className={styles.head} aria-hidden>
        {locales.map((locale) => (
          <Text key={locale} size="sm" fw={600}>
            {t(`forms.language.${locale}`)}
          </Text>
        ))}
      </div>
      {texts.map((one) => (
        <Row key={one.path} of={one} say={say} boxes={boxes.current} />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void leave()}>
          {t('kit.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={Object.keys(said).length === 0 || bare}
          leftSection={<IconLanguage size={16} aria-hidden />}
          onClick={async () => {
            setBusy(true);
            await done().finally(() => setBusy(false));
          }}
        >
          {t('kit.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function Row({
  of: { path, kind, text },
  say,
  boxes,
}: {
  of: FormText;
  say: (path: string, text: Title) => void;
  boxes: Map<string, HTMLTextAreaElement>;
}) {
  const t = useMessages();
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t(`forms.text.${kind}`)}
      </Text>
      <div className={styles.row}>
        {locales.map((locale) => (
          <Textarea
            key={locale}
            ref={(box) => {
              if (box) boxes.set(`${path} ${locale}`, box);
            }}
            aria-label={`${t(`forms.text.${kind}`)}, ${t(`forms.language.${locale}`)}`}
            autosize
            minRows={kind === 'words' ? 4 : 1}
            maxRows={14}
            maxLength={kind === 'words' ? 5000 : 1000}
            value={text[locale] ?? ''}
            {...(empty(text[locale])
              ? { classNames: { input: styles.lacks }, placeholder: t('forms.translate.lacks') }
              : {})}
            onChange={(event) => say(path, { ...text, [locale]: event.currentTarget.value })}
          />
        ))}
      </div>
    </div>
  );
}
