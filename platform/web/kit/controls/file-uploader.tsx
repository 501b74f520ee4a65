import {
  ActionIcon,
  Anchor,
  Button,
  FileButton,
  Group,
  Image,
  Input,
  Modal,
  Paper,
  Progress,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconFile, IconPlayerPlay, IconUpload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isCancelled, messageOf } from '../../http.ts';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { shortName, showSize } from '../show/values.ts';
import { refuseFile } from './rules.ts';
import type { Upload, UploadedFile } from './upload.ts';
import { isThumbnail, isVideo } from './upload.ts';

/** Sends chosen files, with progress. What is refused or fails is told beside the control and nowhere else. */
export function useUpload(
  upload: Upload,
  limits: { extensions?: readonly string[] | undefined; maxSize?: number | undefined },
  onDone: (files: UploadedFile[]) => void,
  onRefuse?: () => void,
) {
  const intl = useIntl();
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const abort = useRef<AbortController | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => () => abort.current?.abort(), []);
  const send = async (files: File[]) => {
    for (const file of files) {
      const refused = refuseFile(file, limits.extensions, limits.maxSize);
      if (!refused) continue;
      onRefuse?.();
      setRefusal(
        <>
          {refused.reason === 'format' ? (
            <FormattedMessage id="kit.error.formats" values={{ formats: refused.formats }} />
          ) : (
            <FormattedMessage id="kit.error.fileSize" values={{ maxSize: showSize(refused.maxSize, intl.locale) }} />
          )}
          {'. '}
          <ChosenFile name={file.name} size={file.size} />
        </>,
      );
      return;
    }
    if (files.length === 0) return;
    setRefusal(null);
    setProgress(0);
    const control = new AbortController();
    abort.current = control;
    try {
      done.current(await upload(files, (share) => setProgress(Math.round(share * 100)), control.signal));
    } catch (error) {
      console.error(error);
      if (!isCancelled(error)) setRefusal(messageOf(error));
    } finally {
      setProgress(null);
    }
  };
  // Whoever cannot see it hears it.
  const told = refusal && <span role="alert">{refusal}</span>;
  return { progress, refusal: told, send, cancel: () => abort.current?.abort() };
}

/** What came instead, after the words of a refusal. */
export const ChosenFile = ({ name, size }: { name: string; size: number }) => (
  <FormattedMessage id="kit.error.chosen" values={{ name: shortName(name), size: showSize(size, useIntl().locale) }} />
);

export interface FileListProps {
  files: readonly UploadedFile[];
  onRemove?: ((file: UploadedFile) => void) | undefined;
}

/** Files as thumbnails (png, jpeg, jpg, bmp), players (mp4) or links, each with its name and size. */
export function FileList({ files, onRemove }: FileListProps) {
  const intl = useIntl();
  const [film, setFilm] = useState<UploadedFile | null>(null);
  return (
    <>
      <Group gap="xs" align="stretch">
        {files.map((file) => (
          <Paper key={file.id} withBorder p={6} radius="sm" maw="100%">
            <Group gap="xs" wrap="nowrap">
              {isThumbnail(file.extension) ? (
                <a href={file.original_url} target="_blank" rel="noreferrer" aria-label={file.original_name}>
                  <Image src={file.original_url} alt="" w={48} h={48} fit="cover" radius="sm" />
                </a>
              ) : isVideo(file.extension) ? (
                <ActionIcon
                  variant="light"
                  size={48}
                  aria-label={intl.formatMessage({ id: 'kit.file.play' }, { name: file.original_name })}
                  onClick={() => setFilm(file)}
                >
                  <IconPlayerPlay aria-hidden />
                </ActionIcon>
              ) : (
                <IconFile size={28} aria-hidden color="var(--mantine-color-dimmed)" />
              )}
              <div style={{ minWidth: 0 }}>
                {isVideo(file.extension) ? (
                  <UnstyledButton fz="sm" onClick={() => setFilm(file)} title={file.original_name}>
                    {shortName(file.original_name)}
                  </UnstyledButton>
                ) : (
                  <Anchor
                    href={file.original_url}
                    target="_blank"
                    rel="noreferrer"
                    size="sm"
                    title={file.original_name}
                  >
                    {shortName(file.original_name)}
                  </Anchor>
                )}
                <Text size="xs" c="dimmed">
                  {showSize(file.file_size, intl.locale)}
                </Text>
              </div>
              {onRemove && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="md"
                  aria-label={intl.formatMessage({ id: 'kit.remove' }, { name: file.original_name })}
                  onClick={() => onRemove(file)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          </Paper>
        ))}
      </Group>
      <Modal
        opened={film !== null}
        onClose={() => setFilm(null)}
        size={640}
        centered
        title={film ? shortName(film.original_name) : ''}
        closeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.close' }) }}
      >
        {film && <video src={film.original_url} width={600} height={300} muted controls style={{ maxWidth: '100%' }} />}
      </Modal>
    </>
  );
}

export interface FileUploaderProps extends FieldProps<UploadedFile[]> {
  upload: Upload;
  /** without a dot: `['pdf', 'png']` */
  extensions?: readonly string[] | undefined;
  /** bytes */
  maxSize?: number | undefined;
  multiple?: boolean | undefined;
  /** the chosen files were of a wrong kind or too big; the uploader itself says so */
  onRefuse?: (() => void) | undefined;
}

/** Sends files and keeps their records; new ones join those that are there. */
export function FileUploader({ upload, extensions, maxSize, multiple = true, onRefuse, ...props }: FileUploaderProps) {
  const intl = useIntl();
  const { value, onChange, input, disabled, required, error } = useField<UploadedFile[]>(props, []);
  const { progress, refusal, send, cancel } = useUpload(
    upload,
    { extensions, maxSize },
    (files) => onChange(multiple ? [...value, ...files] : files.slice(-1)),
    onRefuse,
  );
  const box = useRef<HTMLDivElement>(null);
  const [early, setEarly] = useState(false);
  const busy = progress !== null;
  // What is on its way would be left out unseen by a form that is sent now.
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!busy || !form) return setEarly(false);
    const wait = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      setEarly(true);
    };
    form.addEventListener('submit', wait, true);
    return () => form.removeEventListener('submit', wait, true);
  }, [busy]);
  const limits = [
    extensions?.join(', '),
    maxSize === undefined
      ? undefined
      : intl.formatMessage({ id: 'kit.dropzone.most' }, { size: showSize(maxSize, intl.locale) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Input.Wrapper
      ref={box}
      labelElement="div"
      label={input.label}
      description={input.description ?? (limits || undefined)}
      error={early ? <FormattedMessage id="kit.upload.wait" /> : (refusal ?? error)}
      required={required}
      data-path={props.name}
      style={input.style}
    >
      <Stack gap="xs" mt={4}>
        <FileList
          files={value}
          onRemove={disabled ? undefined : (file) => onChange(value.filter(({ id }) => id !== file.id))}
        />
        {progress !== null && (
          <Group gap="xs" wrap="nowrap">
            <Progress.Root size="lg" flex={1}>
              <Progress.Section value={progress} aria-label={`${progress}%`} />
            </Progress.Root>
            <Text size="xs" aria-live="polite">
              {progress}%
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={cancel}>
              <FormattedMessage id="kit.cancel" />
            </Button>
          </Group>
        )}
        {!disabled && (
          <FileButton
            onChange={(chosen: File | File[] | null) =>
              void send(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])
            }
            multiple={multiple}
            {...(extensions ? { accept: extensions.map((extension) => `.${extension}`).join() } : {})}
          >
            {(button) => (
              <Button
                {...button}
                w="fit-content"
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={progress !== null}
              >
                <FormattedMessage id="kit.file.choose" values={{ multiple: String(multiple) }} />
              </Button>
            )}
          </FileButton>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
