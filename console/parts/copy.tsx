import { CopyButton as Copied } from "@mantine/core";
import { SmallButton } from "./buttons.tsx";

export function CopyButton({ value, label = "Copy" }: { readonly value: string; readonly label?: string }) {
  return (
    <Copied value={value}>
      {({ copied, copy }) => (
        <SmallButton onClick={copy} style={{ flex: "none" }} aria-live="polite">
          {copied ? "Copied" : label}
        </SmallButton>
      )}
    </Copied>
  );
}
