import { FileButton } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import type { NameIn } from '../../i18n.tsx';
import '@mantine/tiptap/styles.css';
import { IconPhoto } from '@tabler/icons-react';
import type { Extension } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { ComponentProps } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { messageOf } from '../../http.ts';
import { refuseFile } from './rules.ts';
import { sanitise } from './sanitise.ts';

// No drawings: whoever opens one would run what somebody else wrote.
const imageExtensions = ['gif', 'jpeg', 'jpg', 'png'];

export interface RichTextEditorProps {
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  disabled: boolean;
  labelledBy: string;
  upload: ((file: File) => Promise<string>) | undefined;
}

/** What the editor's own parts are called; their names stand in our messages. */
const controls = [
  'bold',
  'italic',
  'underline',
  'strike',
  'bulletList',
  'orderedList',
  'blockquote',
  'h2',
  'h3',
  'link',
  'unlink',
  'undo',
  'redo',
  'clearFormatting',
] as const;
const linkEditor = [
  'linkEditorInputLabel',
  'linkEditorInputPlaceholder',
  'linkEditorExternalLink',
  'linkEditorInternalLink',
  'linkEditorSave',
] as const;

export default function Editor({ value, onChange, onBlur, disabled, labelledBy, upload }: RichTextEditorProps) {
  const intl = useIntl();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<'kind' | { message: string }>();
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };
  const last = useRef(value);
  const editor = useEditor({
    // Mantine's types are read through CommonJS, tiptap's own through ES modules: the same classes twice.
    extensions: [
      StarterKit.configure({ link: false }),
      Link as unknown as Extension,
      Image.configure({ resize: { enabled: true, minWidth: 40, minHeight: 40 } }),
    ],
    content: sanitise(value),
    editable: !disabled,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy } },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : sanitise(changed.getHTML());
      last.current = html;
      handlers.current.onChange(html);
    },
    onBlur: () => handlers.current.onBlur(),
  });

  useEffect(() => {
    // Only a value from outside (a restored draft, another record) is put in; one's own would move the caret.
    if (editor && value !== last.current) {
      last.current = value;
      editor.commands.setContent(sanitise(value), { emitUpdate: false });
    }
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);

  const addImage = async (file: File | null) => {
    if (!file || !upload) return;
    const refusal = refuseFile(file, imageExtensions, undefined);
    setRefused(refusal ? 'kind' : undefined);
    if (refusal) return;
    setBusy(true);
    try {
      const src = await upload(file);
      editor?.chain().focus().setImage({ src, alt: file.name, width: 300, height: 200 }).run();
    } catch (error) {
      console.error(error);
      setRefused({ message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };

  const label = (name: NameIn<'kit.rich'>) => intl.formatMessage({ id: `kit.rich.${name}` });
  const labels = Object.fromEntries([
    ...controls.map((name) => [`${name}ControlLabel`, label(name)]),
    ...linkEditor.map((name) => [name, label(name)]),
  ]);
  return (
    <>
      <RichTextEditor
        // The same classes twice, as above.
        editor={editor as unknown as ComponentProps<typeof RichTextEditor>['editor']}
        mt={4}
        labels={labels}
      >
        {!disabled && (
          <RichTextEditor.Toolbar>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
              <RichTextEditor.Underline />
              <RichTextEditor.Strikethrough />
              <RichTextEditor.ClearFormatting />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Link />
              <RichTextEditor.Unlink />
              {upload && (
                <FileButton
                  onChange={(file) => void addImage(file)}
                  accept={imageExtensions.map((extension) => `.${extension}`).join()}
                >
                  {(button) => (
                    <RichTextEditor.Control
                      {...button}
                      aria-label={label('image')}
                      title={label('image')}
                      disabled={busy}
                    >
                      <IconPhoto size={16} aria-hidden />
                    </RichTextEditor.Control>
                  )}
                </FileButton>
              )}
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content mih={120} />
      </RichTextEditor>
      {refused && (
        <div role="alert" style={{ color: 'var(--mantine-color-error)', fontSize: 'var(--mantine-font-size-xs)' }}>
          {refused === 'kind' ? (
            <FormattedMessage id="kit.error.formats" values={{ formats: imageExtensions.join(', ') }} />
          ) : (
            refused.message
          )}
        </div>
      )}
    </>
  );
}
