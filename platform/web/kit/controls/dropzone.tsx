import { Group, Stack, Text } from '@mantine/core';
import { Dropzone as MantineDropzone } from '@mantine/dropzone';
import type { MessageId } from '../../i18n.tsx';
import '@mantine/dropzone/styles.css';
import { IconCloudUpload, IconFileCheck, IconFileX } from '@tabler/icons-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { showSize } from '../show/values.ts';
import { ChosenFile } from './file-uploader.tsx';
import { refuseFile } from './rules.ts';

export interface DropzoneProps {
  onDrop: (files: File[]) => void;
  /** the files were of a wrong kind or too big; the dropzone itself says so */
  onRefuse?: (() => void) | undefined;
  /** without a dot */
  extensions?: readonly string[] | undefined;
  /** media types the browser can tell while dragging: `{'text/csv': ['.csv']}` */
  accept?: Record<string, string[]> | undefined;
  /** bytes */
  maxSize?: number | undefined;
  multiple?: boolean | undefined;
  loading?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A place to drop files on, or to press and choose. */
export function Dropzone({
  onDrop,
  onRefuse,
  extensions,
  accept,
  maxSize,
  multiple = true,
  loading = false,
  disabled = false,
}: DropzoneProps) {
  const intl = useIntl();
  const [refused, setRefused] = useState<File>();
  const refuse = (file: File | undefined) => {
    setRefused(file);
    onRefuse?.();
  };
  const words = (name: MessageId) => (
    <Text size="sm" ta="center">
      <FormattedMessage id={name} />
    </Text>
  );
  return (
    <Stack gap={4}>
      <MantineDropzone
        onDrop={(files: File[]) => {
          const bad = files.find((file) => refuseFile(file, extensions, maxSize));
          if (bad) return refuse(bad);
          setRefused(undefined);
          onDrop(files);
        }}
        onReject={(rejected: { file: File }[]) => refuse(rejected[0]?.file)}
        multiple={multiple}
        loading={loading}
        disabled={disabled}
        {...(accept ? { accept } : {})}
        {...(maxSize === undefined ? {} : { maxSize })}
      >
        <Group justify="center" mih={96} style={{ pointerEvents: 'none' }}>
          <MantineDropzone.Accept>
            <IconFileCheck aria-hidden color="var(--mantine-color-teal-6)" />
            {words('kit.dropzone.accept')}
          </MantineDropzone.Accept>
          <MantineDropzone.Reject>
            <IconFileX aria-hidden color="var(--mantine-color-red-6)" />
            {words('kit.dropzone.reject')}
          </MantineDropzone.Reject>
          <MantineDropzone.Idle>
            <Stack align="center" gap={4}>
              <IconCloudUpload aria-hidden color="var(--mantine-color-dimmed)" />
              {words('kit.dropzone.idle')}
              <Text size="xs" c="dimmed">
                {[
                  extensions?.join(', '),
                  maxSize === undefined
                    ? undefined
                    : intl.formatMessage({ id: 'kit.dropzone.most' }, { size: showSize(maxSize, intl.locale) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
          </MantineDropzone.Idle>
        </Group>
      </MantineDropzone>
      <Text size="xs" c="red" role="status">
        {refused && (
          <>
            <span>
              <FormattedMessage id="kit.dropzone.reject" />
            </span>
            {'. '}
            <ChosenFile name={refused.name} size={refused.size} />
          </>
        )}
      </Text>
    </Stack>
  );
}
