import { CopyButton as Copied, Group, Text } from "@mantine/core";
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

/** A value in one line, such as an address, with the button that copies it. */
export function CopyLine({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
