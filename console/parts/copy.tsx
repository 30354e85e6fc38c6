import { Button, CopyButton as Copied } from "@mantine/core";

export function CopyButton({ value, label = "Copy" }: { readonly value: string; readonly label?: string }) {
  return (
    <Copied value={value}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy} style={{ flex: "none" }} aria-live="polite">
          {copied ? "Copied" : label}
        </Button>
      )}
    </Copied>
  );
}
