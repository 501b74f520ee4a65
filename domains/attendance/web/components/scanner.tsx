import { Alert, Box, Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '#platform/web/index.ts';

/** What is in a scanned text: the code of its address, or the text itself where it is a code alone. */
export function codeIn(text: string): string | undefined {
  const address = /[?&]code=([^&#]+)/.exec(text)?.[1];
  const code = address ? decodeURIComponent(address) : text.trim();
  return /^\d+\.[0-9a-f]{32}$/.test(code) ? code : undefined;
}

/** The camera at the back, reading until it sees a code of a lesson. Says so where there is no camera or none is allowed. */
export function Scanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const t = useMessages();
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState(false);
  const [foreign, setForeign] = useState(false);
  const take = useRef(onCode);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    let over = false;
    let stop = () => {};
    const read = async () => {
      const { QRCanvas, frameLoop, rearCamera } = await import('qr/dom.js');
      if (over || !video.current) return;
      const camera = await rearCamera(video.current);
      const canvas = new QRCanvas();
      const seen = (text: string) => {
        if (over) return;
        const code = codeIn(text);
        setForeign(!code);
        if (!code) return;
        stop();
        take.current(code);
      };
      const cancel = frameLoop(async () => {
        const found = await camera.readFrame(canvas);
        if (typeof found === 'string') seen(found);
      }, video.current);
      stop = () => {
        over = true;
        cancel();
        camera.stop();
      };
      // Closed while the person was still asked for the camera.
      if (over) stop();
    };
    read().catch((error: unknown) => {
      console.debug(error);
      if (!over) setFault(true);
    });
    return () => {
      over = true;
      stop();
    };
  }, []);
  return (
    <Stack gap="sm">
      {fault ? (
        <Alert color="yellow">{t('attendance.check_in.no_camera')}</Alert>
      ) : (
        <Box className="surface" style={{ overflow: 'hidden', lineHeight: 0 }}>
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label={t('attendance.check_in.camera')}
            style={{ width: '100%', aspectRatio: '1', objectFit: 'cover' }}
          />
        </Box>
      )}
      <Text size="sm" c="dimmed" role="status">
        {fault ? '' : t(foreign ? 'attendance.check_in.foreign' : 'attendance.check_in.aim')}
      </Text>
      <Button variant="default" onClick={onClose}>
        {t('attendance.check_in.stop_camera')}
      </Button>
    </Stack>
  );
}
