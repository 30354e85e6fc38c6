/** A part that is folded until somebody opens it, or until there is something in it that has to be seen. */
import { Box, Text, Title, UnstyledButton } from "@mantine/core";
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
  /** Within another part, without the weight of a heading. */
  readonly minor?: boolean;
  readonly children: ReactNode;
}

export function Fold({ label, holds, shown = false, late = false, minor = false, children }: FoldProps) {
  const [chosen, setChosen] = useState(false);
  const open = chosen || shown;
  const id = useId();
  const button = (
    <UnstyledButton className="fold" aria-expanded={open} aria-controls={id} onClick={() => setChosen(!open)}>
      <Chevron open={open} />
      {label}
    </UnstyledButton>
  );
  return (
    <section aria-label={label}>
      {minor ? (
        <Text component="div" size="sm">
          {button}
        </Text>
      ) : (
        <Title order={2} className="section">
          {button}
        </Title>
      )}
      {open || holds === undefined ? null : <Quiet>{holds}</Quiet>}
      <Box id={id} mt="sm" hidden={!open}>
        {late && !open ? null : children}
      </Box>
    </section>
  );
}
