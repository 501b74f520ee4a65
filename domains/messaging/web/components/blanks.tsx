import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { variables } from '../../shapes.ts';

/** Blanks of a letter as buttons: each is written where the caret was last, in a line or in the editor of the text. */
export function Blanks() {
  const t = useMessages();
  const own = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const form = own.current?.closest('form');
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('input[type=text], textarea, [contenteditable=true]'))
        last.current = target;
    };
    form?.addEventListener('focusin', remember);
    return () => form?.removeEventListener('focusin', remember);
  }, []);
  const insert = (blank: string) => {
    const field = last.current?.isConnected
      ? last.current
      : own.current?.closest('form')?.querySelector<HTMLElement>('[contenteditable=true]');
    field?.focus();
    // The one way that an input and an editor both take for typing, with their own undo.
    document.execCommand('insertText', false, blank);
  };
  return (
    <div ref={own}>
      <Text size="sm" mb={6}>
        {t('messaging.templates.blanks')}
      </Text>
      <Group gap={6} role="group" aria-label={t('messaging.templates.blanks')}>
        {variables.map((name) => (
          <UnstyledButton
            key={name}
            // A press must not take the focus from where the blank goes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(`{${name}}`)}
          >
            <Badge variant="default" tt="none" size="lg" radius="sm" fw={500} style={{ cursor: 'pointer' }}>
              {t(`messaging.blank.${name}`)}
            </Badge>
          </UnstyledButton>
        ))}
      </Group>
    </div>
  );
}
