/** A part that is folded until somebody opens it, or until there is something in it that has to be seen. */
import { Box, UnstyledButton } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { Chevron } from "./chevron.tsx";
import { Quiet } from "./text.tsx";

interface FoldProps {
  readonly label: string;
  /** What is in it, said while it is folded. */
  readonly holds?: string;
  /** Shown whatever somebody chose. */
  readonly shown?: boolean;
  /** Drawn when it is first opened; without it, always, so that what was typed stays. */
  readonly late?: boolean;
  readonly children: ReactNode;
}

export function Fold({ label, holds, shown = false, late = false, children }: FoldProps) {
  const [chosen, setChosen] = useState(false);
  const open = chosen || shown;
  const id = useId();
  return (
    <section aria-label={label}>
      <UnstyledButton
        className="fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        <Chevron open={open} />
        {label}
      </UnstyledButton>
      {open || holds === undefined ? null : <Quiet>{holds}</Quiet>}
      <Box id={id} mt="sm" hidden={!open}>
        {late && !open ? null : children}
      </Box>
    </section>
  );
}
