import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import PdfReader from '../kit/show/pdf-reader.tsx';
import type { Paper } from './paper.tsx';

/** One paper over the page; a phone gives it the whole screen. */
export default function PaperDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const phone = useMediaQuery('(max-width: 48em)');
  return (
    <Modal
      opened
      onClose={onClose}
      title={paper.name}
      size={960}
      fullScreen={phone === true}
      zIndex={400}
      closeOnEscape={false}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <PdfReader
        key={paper.url}
        src={paper.url}
        content={paper.content}
        name={paper.name}
        height={phone ? 'calc(100dvh - 6rem)' : 'calc(100dvh - 14rem)'}
      />
    </Modal>
  );
}
