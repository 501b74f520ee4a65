import { Button, Modal } from '@mantine/core';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { Empty, PdfView } from '#platform/web/kit/index.ts';

interface Paper {
  extension: string;
  original_url: string;
  original_name: string;
}

/** A paper as it looks, in the page: a scan as a picture, everything else as the browser shows a PDF. */
export function PaperModal({
  file,
  title,
  onClose,
}: {
  file: Paper | null | undefined;
  title: string | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  return (
    <Modal
      opened={Boolean(file)}
      onClose={onClose}
      size={900}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {file &&
        (file.extension.toLowerCase() === 'pdf' ? (
          <PdfView src={file.original_url} name={file.original_name} />
        ) : (
          <a href={file.original_url} target="_blank" rel="noreferrer">
            <img
              src={file.original_url}
              alt={file.original_name}
              style={{ maxWidth: '100%', display: 'block', margin: 'auto' }}
            />
          </a>
        ))}
    </Modal>
  );
}

/** Papers that could not be fetched, and once more. */
export function PapersFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useMessages();
  return (
    <Empty
      title={messageOf(error)}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
