/** Files that somebody drops or chooses, by their names; or what one holds, pasted. */
import { CloseButton, FileButton, Group, Textarea } from "@mantine/core";
import { type DragEvent, useState } from "react";
import { SmallButton } from "./buttons.tsx";
import { Quiet } from "./text.tsx";
import type { TextFile } from "./text-file.ts";
import * as texts from "./texts.ts";

interface FilesProps {
  readonly files: readonly TextFile[];
  readonly change: (files: readonly TextFile[]) => void;
  /** Which files these are, behind "or drop". */
  readonly hint: string;
  /** Their endings, as an input of files takes them. */
  readonly accept: string;
}

/** A file takes the place of one of the same name. */
export function Files({ files, change, hint, accept }: FilesProps) {
  const [over, setOver] = useState(false);
  const add = async (chosen: readonly File[]) => {
    const read = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    const fresh = new Set(read.map(({ name }) => name));
    change([...files.filter(({ name }) => !fresh.has(name)), ...read]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same with keys
    <div
      className="drop"
      data-over={over}
      data-testid="drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="xs">
        <FileButton multiple accept={accept} onChange={add}>
          {(props) => <SmallButton {...props}>{texts.chooseFiles}</SmallButton>}
        </FileButton>
        <Quiet>{texts.orDrop(hint)}</Quiet>
      </Group>
      {files.length === 0 ? null : (
        <Group gap="xs" mt="sm" component="ul" className="files">
          {files.map(({ name }) => (
            <Group key={name} component="li" gap={4} wrap="nowrap">
              <span className="mono">{name}</span>
              <CloseButton
                size="xs"
                aria-label={texts.remove(name)}
                onClick={() => change(files.filter((file) => file.name !== name))}
              />
            </Group>
          ))}
        </Group>
      )}
    </div>
  );
}

interface PastedProps {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The first lines of such a file. */
  readonly placeholder: string;
}

/** What a file holds, without the file. */
export function Pasted({ text, change, placeholder }: PastedProps) {
  return (
    <Textarea
      mt="sm"
      label={texts.orPasteIt}
      className="mono-input"
      autosize
      minRows={3}
      maxRows={16}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
