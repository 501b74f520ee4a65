import { Alert, Box, Button, Group, Modal, Slider, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { messageOf, PageSpinner, useMessages } from '#platform/web/index.ts';
import { type Crop, cropInside, cropStyle, firstCrop, maxZoom, type Size, sideOf } from '../crop.ts';

const frame = 260;
/** Side of the stored picture in pixels: enough for a printed card. */
const stored = 800;
/** Below this a printed card is visibly coarse. */
const coarse = 240;

export interface PhotoDialogProps {
  file: File | undefined;
  onClose: () => void;
  onAnother: () => void;
  save: (photo: File) => Promise<void>;
}

/** Cuts a square out of a picture, by mouse, finger, wheel or arrow keys, and shows it as the list will. */
export function PhotoDialog({ file, onClose, ...rest }: PhotoDialogProps) {
  const t = useMessages();
  return (
    <Modal
      opened={file !== undefined}
      onClose={onClose}
      centered
      size={500}
      title={t('students.profile.photo')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {file && <Cut key={`${file.name}-${file.lastModified}`} file={file} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Cut({ file, onClose, onAnother, save }: PhotoDialogProps & { file: File }) {
  const t = useMessages();
  const [image, setImage] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const unreadable = t('students.photo.unreadable', { name: file.name });
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const picture = new Image();
    picture.onload = () => {
      setImage(picture);
      setCrop(firstCrop(sizeOf(picture)));
    };
    picture.onerror = () => setProblem(unreadable);
    picture.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file, unreadable]);
  const size = image ? sizeOf(image) : { width: 1, height: 1 };
  const move = (dx: number, dy: number) => {
    const { width, height } = cropStyle(size, crop, frame);
    setCrop(cropInside(size, { ...crop, x: crop.x - dx / width, y: crop.y - dy / height }));
  };
  const zoom = (value: number) => setCrop(cropInside(size, { ...crop, zoom: value }));
  const keys = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 40 : 10;
    const way = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(way[0] ?? 0, way[1] ?? 0);
  };
  const pointer = (event: PointerEvent) => {
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY };
    } else if (event.type === 'pointermove' && drag.current) {
      move(event.clientX - drag.current.x, event.clientY - drag.current.y);
      drag.current = { x: event.clientX, y: event.clientY };
    } else drag.current = null;
  };
  const keep = async () => {
    if (!image || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await save(await cut(image, crop));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      {!image && !problem && <PageSpinner />}
      {image && (
        <>
          <Group justify="center" align="flex-end" gap="lg">
            <Box
              role="group"
              aria-label={t('students.photo.frame')}
              aria-roledescription={t('students.photo.move')}
              tabIndex={0}
              onKeyDown={keys}
              onPointerDown={pointer}
              onPointerMove={pointer}
              onPointerUp={pointer}
              onPointerCancel={pointer}
              onWheel={(event) => zoom(crop.zoom * (event.deltaY < 0 ? 1.08 : 0.92))}
              style={{ cursor: 'move', touchAction: 'none', borderRadius: 'var(--mantine-radius-md)' }}
            >
              <Picture image={image} crop={crop} side={frame} radius="var(--mantine-radius-md)" />
            </Box>
            <Stack gap={6} align="center">
              <Picture image={image} crop={crop} side={84} radius="var(--mantine-radius-md)" />
              <Picture image={image} crop={crop} side={34} radius="50%" />
              <Text size="xs" c="dimmed">
                {t('students.photo.preview')}
              </Text>
            </Stack>
          </Group>
          <Slider
            label={null}
            thumbLabel={t('students.photo.zoom')}
            min={1}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            onChange={zoom}
          />
          <Text size="sm" c="dimmed">
            {t('students.photo.hint')}
          </Text>
          {sideOf(size, crop.zoom) < coarse && <Alert color="orange">{t('students.photo.coarse')}</Alert>}
        </>
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={onAnother}>
          {t('students.photo.another')}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={!image} loading={busy} onClick={() => void keep()}>
            {t('students.photo.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

const sizeOf = (image: HTMLImageElement): Size => ({ width: image.naturalWidth, height: image.naturalHeight });

function Picture({ image, crop, side, radius }: { image: HTMLImageElement; crop: Crop; side: number; radius: string }) {
  const at = cropStyle(sizeOf(image), crop, side);
  return (
    <div style={{ width: side, height: side, overflow: 'hidden', position: 'relative', borderRadius: radius }}>
      <img src={image.src} alt="" draggable={false} style={{ position: 'absolute', maxWidth: 'none', ...at }} />
    </div>
  );
}

/** The square as a JPEG. */
async function cut(image: HTMLImageElement, crop: Crop): Promise<File> {
  const size = sizeOf(image);
  const side = sideOf(size, crop.zoom);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(stored, Math.round(side));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // A see-through PNG would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const [left, top] = [crop.x * size.width - side / 2, crop.y * size.height - side / 2];
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}
