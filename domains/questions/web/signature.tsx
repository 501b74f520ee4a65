import { Box, Button, Group, Input, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { uploadFor } from '#domains/files/web/index.ts';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { FileUploader } from '#platform/web/kit/index.ts';
import type { Answer } from '../contract.ts';

interface Props {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  required: boolean;
  error?: ReactNode;
  value: number | null;
  onChange: (value: Answer) => void;
}

const height = 160;

/** A signature drawn with finger or mouse, sent as a picture when the hand is lifted; whoever cannot draw sends a picture. */
export function SignaturePad({ name, label, description, required, error, value, onChange }: Props) {
  const t = useMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [empty, setEmpty] = useState(true);
  const [failure, setFailure] = useState('');
  const pen = () => canvas.current?.getContext('2d') ?? null;
  const at = ({ nativeEvent }: PointerEvent) => {
    const board = canvas.current;
    const scale = board ? board.width / board.clientWidth : 1;
    return [nativeEvent.offsetX * scale, nativeEvent.offsetY * scale] as const;
  };
  const send = () => {
    canvas.current?.toBlob(async (blob) => {
      if (!blob) return;
      try {
        const [file] = await uploadFor('photo')([new File([blob], 'signature.png', { type: 'image/png' })]);
        setFailure('');
        if (file) onChange(file.id);
      } catch (fault) {
        setFailure(messageOf(fault) || t('questions.sign_failed'));
      }
    }, 'image/png');
  };
  const clear = () => {
    clearTimeout(waiting.current);
    const board = canvas.current;
    if (board) pen()?.clearRect(0, 0, board.width, board.height);
    setEmpty(true);
    onChange(null);
  };
  return (
    <Input.Wrapper
      label={label}
      description={description ?? t('questions.sign_here')}
      withAsterisk={required}
      error={error ?? (failure || undefined)}
      data-path={name}
    >
      <Box
        mt={6}
        pos="relative"
        maw={480}
        style={{ border: '1px solid var(--line)', borderRadius: 4, background: '#fff' }}
      >
        <canvas
          ref={canvas}
          width={960}
          height={height * 2}
          style={{ display: 'block', width: '100%', height, touchAction: 'none', cursor: 'crosshair' }}
          onPointerDown={(event) => {
            const ink = pen();
            if (!ink) return;
            clearTimeout(waiting.current);
            event.currentTarget.setPointerCapture(event.pointerId);
            drawing.current = true;
            ink.strokeStyle = '#102a6b';
            ink.lineWidth = 4;
            ink.lineCap = 'round';
            ink.beginPath();
            ink.moveTo(...at(event));
          }}
          onPointerMove={(event) => {
            const ink = drawing.current ? pen() : null;
            if (!ink) return;
            ink.lineTo(...at(event));
            ink.stroke();
            setEmpty(false);
          }}
          onPointerUp={() => {
            drawing.current = false;
            // The next stroke of the same name comes soon.
            if (!empty) waiting.current = setTimeout(send, 900);
          }}
        />
      </Box>
      <Group mt={6} gap="sm">
        {(value !== null || !empty) && (
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            {t('questions.sign_again')}
          </Button>
        )}
        {value !== null && (
          <Group gap={4} role="status">
            <IconCircleCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden />
            <Text size="sm">{t('questions.sign_done')}</Text>
          </Group>
        )}
      </Group>
      {value === null && empty && (
        <FileUploader
          label={t('questions.sign_file')}
          upload={uploadFor('photo')}
          extensions={['png', 'jpg', 'jpeg']}
          maxSize={1024 * 1024}
          multiple={false}
          value={[]}
          onChange={(files) => onChange(files.at(-1)?.id ?? null)}
        />
      )}
    </Input.Wrapper>
  );
}
