import { Anchor, Group, List } from '@mantine/core';
import { IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { FileList, sanitise, type UploadedFile } from '#platform/web/kit/index.ts';
import styles from './lessons.module.css';

/** What somebody wrote, cleaned once more before it is shown. */
export const Html = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned here and on the server
  <div className={styles.content} dangerouslySetInnerHTML={{ __html: sanitise(html) }} />
);

/** What is read and seen: text, video, files and links. */
export function Material({
  of,
}: {
  of: {
    content: string;
    video_url: string | null;
    links: readonly { title: string; url: string }[];
    files: UploadedFile[];
  };
}) {
  const t = useMessages();
  return (
    <>
      {of.content !== '' && <Html html={of.content} />}
      {of.video_url && (
        <Anchor href={of.video_url} target="_blank" rel="noreferrer">
          <Group gap={6} component="span">
            <IconPlayerPlay size={16} aria-hidden />
            {t('lessons.video')}
          </Group>
        </Anchor>
      )}
      <FileList files={of.files} />
      {of.links.length > 0 && (
        <List size="sm" icon={<IconExternalLink size={14} aria-hidden />}>
          {of.links.map((link) => (
            <List.Item key={link.url}>
              <Anchor href={link.url} target="_blank" rel="noreferrer">
                {link.title}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
