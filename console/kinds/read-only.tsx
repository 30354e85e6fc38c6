/** Said to somebody who may read a row and not change it. */
import { Text } from "@mantine/core";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { roleFor } from "../parts/words.ts";

export function ReadOnly({ definition }: { readonly definition: Definition }) {
  return (
    <Text size="sm" c="dimmed" mb="md">
      You can read this. Changing it needs the role {roleFor(definition)}.
    </Text>
  );
}
