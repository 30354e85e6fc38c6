/** A small picture: chosen as a file, made as small as it is shown, and seen on both grounds. */
import { FileButton, Group, Input } from "@mantine/core";
import { useState } from "react";
import type { TextField } from "../../src/kernel/field.ts";
import { QuietButton, SmallButton } from "../parts/buttons.tsx";
import { useCommon } from "./common.ts";
import type { InputProps } from "./context.ts";
import * as texts from "./texts.ts";

/** Twice of what pages have room for, so that it is sharp on screens that are. */
const [mostWidth, mostHeight] = [720, 160];

export function PictureInput(props: InputProps<TextField>) {
  const { value, onChange, field } = props;
  const { disabled, error, ...common } = useCommon(props);
  const [unread, setUnread] = useState<string>();
  const picture = typeof value === "string" && value !== "" ? value : undefined;
  const choose = async (file: File | null) => {
    if (file === null) return;
    setUnread(undefined);
    try {
      const drawn = await pngOf(file);
      if (drawn.length > field.max) setUnread(texts.itIsTooDetailedChoose);
      else onChange(drawn);
    } catch {
      setUnread(texts.itIsNoPicture);
    }
  };
  return (
    <Input.Wrapper {...common} labelElement="div" error={unread ?? error}>
      {picture === undefined ? null : (
        <Group gap="xs" my={6}>
          <img className="picture" src={picture} alt={texts.onALightPage} />
          <img className="picture dark" src={picture} alt={texts.onADarkPage} />
        </Group>
      )}
      <Group gap="xs" mt={6}>
        <FileButton accept="image/png,image/jpeg,image/webp" disabled={disabled} onChange={choose}>
          {(button) => (
            <SmallButton {...button} disabled={disabled}>
              {picture === undefined ? texts.chooseAFile : texts.chooseAnotherFile}
            </SmallButton>
          )}
        </FileButton>
        {picture === undefined || !field.nullable ? null : (
          <QuietButton disabled={disabled} onClick={() => onChange(null)}>
            {texts.remove}
          </QuietButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** The picture as a PNG without anything that came with the file. @throws for what is no picture */
async function pngOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, mostWidth / picture.width, mostHeight / picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("the browser draws nothing");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
