import { Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styles from '../kit.module.css';

export interface PdfViewProps {
  /** address or object URL of the document */
  src: string;
  name: string;
  /** CSS height of the frame, default 70vh */
  height?: number | string | undefined;
}

/** A PDF in the browser's own viewer, loaded when it comes into view; phones without one get the two buttons. */
export function PdfView({ src, name, height = '70vh' }: PdfViewProps) {
  const intl = useIntl();
  return (
    <Stack gap="xs">
      <Group justify="flex-end" gap="xs">
        <Button
          component="a"
          href={src}
          target="_blank"
          rel="noreferrer"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          <FormattedMessage id="kit.pdf.open" />
        </Button>
        <Button
          component="a"
          href={src}
          download={name}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          <FormattedMessage id="kit.pdf.download" />
        </Button>
      </Group>
      <iframe
        className={styles.frame}
        src={src}
        title={intl.formatMessage({ id: 'kit.pdf.frame' }, { name })}
        style={{ height }}
        loading="lazy"
      />
    </Stack>
  );
}
