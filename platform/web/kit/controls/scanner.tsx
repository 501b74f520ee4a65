import { Alert, Stack, Text } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styles from '../kit.module.css';

/** Pixels of the picture's side in which a code is looked for: enough for a card held at arm's length, quick on a phone. */
const side = 480;
const everyMs = 180;
/** The same code is told again only after it was out of sight for so long. */
const forgetMs = 4000;

interface ScannerProps {
  /** a code that the camera sees, once until it goes out of sight */
  onCode: (text: string) => void;
}

/** The camera at the back of the device, looking for QR codes; where there is none it says so. */
export function Scanner({ onCode }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  const told = useRef(onCode);
  told.current = onCode;
  useEffect(() => {
    let over = false;
    let stream: MediaStream | undefined;
    let timer: number | undefined;
    let last = { text: '', at: 0 };
    const look = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
        // Only where there is a camera is its reader fetched.
        const { default: decode } = await import('qr/decode.js');
        const box = video.current;
        if (over || !box) return stop();
        box.srcObject = stream;
        await box.play();
        const canvas = document.createElement('canvas');
        canvas.width = side;
        canvas.height = side;
        const drawing = canvas.getContext('2d', { willReadFrequently: true });
        timer = window.setInterval(() => {
          const size = Math.min(box.videoWidth, box.videoHeight);
          if (!drawing || size === 0) return;
          drawing.drawImage(
            box,
            (box.videoWidth - size) / 2,
            (box.videoHeight - size) / 2,
            size,
            size,
            0,
            0,
            side,
            side,
          );
          try {
            const text = decode(drawing.getImageData(0, 0, side, side));
            const now = performance.now();
            const again = text === last.text && now - last.at < forgetMs;
            last = { text, at: now };
            if (!again) told.current(text);
          } catch {
            // No code in this picture.
          }
        }, everyMs);
      } catch {
        if (!over) setRefused(true);
        stop();
      }
    };
    const stop = () => {
      window.clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void look();
    return () => {
      over = true;
      stop();
    };
  }, []);
  if (refused)
    return (
      <Alert color="gray" icon={<IconCameraOff aria-hidden />}>
        <FormattedMessage id="kit.scanner.none" />
      </Alert>
    );
  return (
    <Stack gap={4}>
      <video ref={video} className={styles.scanner} muted playsInline />
      <Text size="xs" c="dimmed" ta="center">
        <FormattedMessage id="kit.scanner.hold" />
      </Text>
    </Stack>
  );
}
