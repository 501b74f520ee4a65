import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconMaximize,
  IconPrinter,
  IconSearch,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import { Empty } from './empty.tsx';
import { nothingShown, type OpenPdf, openPdf, type PdfShown } from './pdf-engine.ts';
import styles from './pdf-reader.module.css';
import type { PdfViewProps } from './pdf-view.tsx';

/** The document with its tools. Keys of the pages: + − 0 zoom, n and p turn, Ctrl F looks for words. */
export default function PdfReader({ src, content, name, height }: PdfViewProps) {
  const intl = useIntl();
  const say = (key: NameIn<'kit.pdf'>, values?: Record<string, string | number>) =>
    intl.formatMessage({ id: `kit.pdf.${key}` }, values);
  const frame = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(nothingShown);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [searching, setSearching] = useState(false);
  const [words, setWords] = useState('');
  const naming = useRef(say);
  naming.current = say;

  useEffect(() => {
    if (!pages.current) return;
    const tell = (change: Partial<PdfShown>) => setShown((before) => ({ ...before, ...change }));
    const opened = openPdf(pages.current, { src, content }, (page) => naming.current('page_name', { page }), tell);
    setPdf(opened);
    return () => opened.close();
  }, [src, content]);
  useEffect(() => {
    if (searching) field.current?.focus();
  }, [searching]);

  const search = (on: boolean) => {
    setSearching(on);
    if (on) return;
    setWords('');
    pdf?.find('');
    pages.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      if (searching) field.current?.select();
      else setSearching(true);
      return;
    }
    const typing = event.target instanceof HTMLInputElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act: Record<string, (() => void) | undefined> = {
      '+': () => pdf?.zoom(1),
      '=': () => pdf?.zoom(1),
      '-': () => pdf?.zoom(-1),
      '0': () => pdf?.fit(),
      n: () => pdf?.turnTo(shown.page + 1),
      p: () => pdf?.turnTo(shown.page - 1),
    };
    const wanted = act[event.key];
    if (!wanted) return;
    event.preventDefault();
    wanted();
  };
  const ready = shown.state === 'open';
  const broken = shown.state === 'open' || shown.state === 'loading' ? undefined : shown.state;
  const download = (
    <Button
      component="a"
      href={src}
      download={name}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      <FormattedMessage id="kit.pdf.download" />
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the pages inside, which have the focus
    <div ref={frame} className={styles.reader} style={{ height }} onKeyDown={keys}>
      {broken ? (
        <div className={styles.broken}>
          <Empty title={say(`${broken}_title`)} text={say(broken)} action={download} />
        </div>
      ) : (
        <div className={styles.tools} role="toolbar" aria-label={say('frame', { name })}>
          <Group gap={2} wrap="nowrap">
            <Tool
              className={styles.turn}
              label={say('previous')}
              disabled={!ready || shown.page <= 1}
              onClick={() => pdf?.turnTo(shown.page - 1)}
            >
              <IconChevronUp size={18} aria-hidden />
            </Tool>
            <Tool
              className={styles.turn}
              label={say('next')}
              disabled={!ready || shown.page >= shown.pages}
              onClick={() => pdf?.turnTo(shown.page + 1)}
            >
              <IconChevronDown size={18} aria-hidden />
            </Tool>
            <PageNumber key={shown.page} label={say('page')} page={shown.page} onGo={(page) => pdf?.turnTo(page)} />
            <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
              / {ready ? shown.pages : '…'}
            </Text>
          </Group>
          <Group gap={2} wrap="nowrap">
            <Tool label={say('smaller')} disabled={!ready} onClick={() => pdf?.zoom(-1)}>
              <IconZoomOut size={18} aria-hidden />
            </Tool>
            <Text size="xs" className={`tabular ${styles.percent}`} aria-live="polite">
              {shown.percent} %
            </Text>
            <Tool label={say('larger')} disabled={!ready} onClick={() => pdf?.zoom(1)}>
              <IconZoomIn size={18} aria-hidden />
            </Tool>
            <Tool label={say('fit')} disabled={!ready} pressed={shown.fits} onClick={() => pdf?.fit()}>
              <IconArrowAutofitWidth size={18} aria-hidden />
            </Tool>
          </Group>
          <Group gap={2} wrap="nowrap" className={styles.last}>
            {shown.printing !== undefined && (
              <Text size="xs" role="status">
                {say('printing', { page: shown.printing, pages: shown.pages })}
              </Text>
            )}
            <Tool label={say('search')} disabled={!ready} pressed={searching} onClick={() => search(!searching)}>
              <IconSearch size={18} aria-hidden />
            </Tool>
            <Tool
              label={say('print')}
              disabled={!ready || shown.printing !== undefined}
              onClick={() => void pdf?.print().catch(() => setShown((before) => ({ ...before, state: 'failed' })))}
            >
              <IconPrinter size={18} aria-hidden />
            </Tool>
            <ActionIcon
              component="a"
              href={src}
              download={name}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={say('download')}
              title={say('download')}
            >
              <IconDownload size={18} aria-hidden />
            </ActionIcon>
            {document.fullscreenEnabled && (
              <Tool
                label={say('whole')}
                disabled={!ready}
                onClick={() =>
                  void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen())
                }
              >
                <IconMaximize size={18} aria-hidden />
              </Tool>
            )}
          </Group>
        </div>
      )}
      {searching && !broken && (
        <search className={styles.search}>
          <TextInput
            ref={field}
            size="xs"
            style={{ flex: 1, minWidth: 120 }}
            aria-label={say('words')}
            placeholder={say('words')}
            value={words}
            onChange={({ currentTarget: { value } }) => {
              setWords(value);
              pdf?.find(value);
            }}
            data-mantine-stop-propagation="true"
            onKeyDown={(event) => {
              if (event.key === 'Enter') pdf?.find(words, { again: true, back: event.shiftKey });
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              search(false);
            }}
          />
          <Text size="xs" role="status" className="tabular" style={{ whiteSpace: 'nowrap' }}>
            {shown.found
              ? say('found', { current: shown.found.current, total: shown.found.total })
              : shown.missing && words.trim()
                ? say('not_found')
                : ''}
          </Text>
          <Tool
            label={say('found_before')}
            disabled={!shown.found}
            onClick={() => pdf?.find(words, { again: true, back: true })}
          >
            <IconChevronUp size={18} aria-hidden />
          </Tool>
          <Tool label={say('found_after')} disabled={!shown.found} onClick={() => pdf?.find(words, { again: true })}>
            <IconChevronDown size={18} aria-hidden />
          </Tool>
          <Tool label={say('search_close')} onClick={() => search(false)}>
            <IconX size={18} aria-hidden />
          </Tool>
        </search>
      )}
      <div className={styles.place} hidden={broken !== undefined}>
        {shown.state === 'loading' && (
          <Text className={styles.wait} size="sm" role="status">
            {say('loading')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: the library wants a div */}
        <div
          ref={pages}
          className={styles.pages}
          role="region"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keys
          tabIndex={0}
          aria-label={name}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </div>
  );
}

function Tool({
  className,
  label,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  className?: string | undefined;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon
      className={className}
      variant={pressed ? 'light' : 'subtle'}
      color={pressed ? 'accent' : 'gray'}
      size={36}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** The page that one reads; another number turns to it. */
function PageNumber({ label, page, onGo }: { label: string; page: number; onGo: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    if (Number(typed) !== page) onGo(Number(typed));
    setTyped(String(page));
  };
  return (
    <TextInput
      size="xs"
      w={48}
      inputMode="numeric"
      aria-label={label}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value.replaceAll(/\D/g, '').slice(0, 5))}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
      }}
    />
  );
}
