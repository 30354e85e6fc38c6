import { CopyButton as Copied } from "@mantine/core";
import { SmallButton } from "./buttons.tsx";
import * as texts from "./texts.ts";

export function CopyButton({
  value,
  label = texts.copy,
}: {
  readonly value: string;
  readonly label?: string;
}) {
  return (
    <Copied value={value}>
      {({ copied, copy }) => (
        <SmallButton onClick={copy} style={{ flex: "none" }} aria-live="polite">
          {copied ? texts.copied : label}
        </SmallButton>
      )}
    </Copied>
  );
}
