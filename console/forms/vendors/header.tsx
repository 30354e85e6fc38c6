/** Above a form of one vendor's: what it is, what it needs, and the vendor's page of how to get that. */
import { Anchor, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Variant } from "../../../src/kernel/field.ts";
import { Strong } from "../../parts/text.tsx";
import { Letters } from "./letters.tsx";
import * as texts from "./texts.ts";

interface VendorHeaderProps {
  readonly variant: Variant;
  /** Leads back to the tiles. */
  readonly another?: ReactNode;
}

export function VendorHeader({ variant: { title, help, link }, another }: VendorHeaderProps) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" mb="lg" component="section" aria-label={title}>
      <Letters title={title} />
      <div>
        <Group gap="sm">
          <Strong>{title}</Strong>
          {another}
        </Group>
        <Text size="sm">
          {help}{" "}
          {link === undefined ? null : (
            <Anchor href={link} target="_blank" rel="noreferrer" inherit underline="always">
              {texts.howToGetIt}
            </Anchor>
          )}
        </Text>
      </div>
    </Group>
  );
}
