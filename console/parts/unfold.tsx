/** Shows and hides what belongs to a line. */
import { UnstyledButton } from "@mantine/core";
import { Chevron } from "./chevron.tsx";

interface UnfoldProps {
  readonly open: boolean;
  readonly set: (open: boolean) => void;
  readonly label: string;
}

export function Unfold({ open, set, label }: UnfoldProps) {
  return (
    <UnstyledButton className="unfold" aria-expanded={open} aria-label={label} onClick={() => set(!open)}>
      <Chevron open={open} />
    </UnstyledButton>
  );
}
