/** A part of a page in a frame of its own. */
import { Group, Paper, type PaperProps, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Quiet } from "./text.tsx";

interface CardProps extends PaperProps {
  readonly title: string;
  /** Said right behind the title, such as how many there are. */
  readonly more?: ReactNode;
  /** What screen readers call it, where that is not its title. */
  readonly label?: string;
  /** What it is for, in a sentence. */
  readonly about?: ReactNode;
  /** At the right of the title. */
  readonly action?: ReactNode;
  /** Below the title. */
  readonly gap?: number | "xs" | "sm" | "md";
  readonly children: ReactNode;
}

export function Card({
  title,
  more,
  label = title,
  about,
  action,
  gap = "sm",
  children,
  ...paper
}: CardProps) {
  const heading = (
    <Title order={2} mb={action !== undefined ? 0 : about === undefined ? gap : 4}>
      {title}
      {more}
    </Title>
  );
  return (
    <Paper component="section" aria-label={label} {...paper}>
      {action === undefined ? (
        heading
      ) : (
        <Group justify="space-between" gap="xs" mb={gap} wrap="nowrap">
          {heading}
          {action}
        </Group>
      )}
      {about === undefined ? null : <Quiet mb="sm">{about}</Quiet>}
      {children}
    </Paper>
  );
}
