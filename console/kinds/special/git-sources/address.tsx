/** The address that a forge's webhooks are sent to. */
import { Group, Text } from "@mantine/core";
import { CopyButton } from "../../../parts/copy.tsx";
import * as texts from "./texts.ts";

export function HookAddress({ id }: { readonly id: string }) {
  const address = `${window.location.origin}/api/v1/intake/git/${id}`;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
        {address}
      </Text>
      <CopyButton value={address} label={texts.copyTheAddress} />
    </Group>
  );
}
