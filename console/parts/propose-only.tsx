/** Whether a credential only reads and proposes: the same for a key, a token, and a program that is let in. */
import { Checkbox } from "@mantine/core";
import * as texts from "./texts.ts";

interface ProposeOnlyProps {
  readonly checked: boolean;
  readonly change: (checked: boolean) => void;
  readonly problem: string | undefined;
  readonly disabled?: boolean;
}

export function ProposeOnly({ checked, change, problem, disabled = false }: ProposeOnlyProps) {
  return (
    <Checkbox
      label={texts.proposeOnly}
      description={texts.proposeOnlyMeans}
      error={problem}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
