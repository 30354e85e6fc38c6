/** Below the page's own colour: whether it can be seen, and what the page makes of it where it cannot. */
import { Group, Stack } from "@mantine/core";
import { Fine } from "../../../parts/text.tsx";
import type { FieldPartProps } from "../../part-props.ts";
import { colourWords } from "./colour-words.ts";

export function ColourContrast({ name, form }: FieldPartProps) {
  const said = colourWords(String(form.whole[name] ?? ""));
  if (said.length === 0) return null;
  return (
    <Stack gap={4} mt={6} role="note">
      {said.map(({ ground, shown, text }) => (
        <Group key={ground} gap={8} wrap="nowrap" align="baseline">
          <span className="swatch" style={{ background: shown }} aria-hidden />
          <Fine>{text}</Fine>
        </Group>
      ))}
    </Stack>
  );
}
