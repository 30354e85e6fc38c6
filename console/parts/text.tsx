/** Text and links in the looks that pages have most of. */
import { Anchor, type AnchorProps, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** What is said without weight: what a part of a page is for, or that there is nothing. */
export const Quiet = Text.withProps({ size: "sm", c: "dimmed" });

/** The same within a line. */
export const QuietPart = Text.withProps({ span: true, size: "sm", c: "dimmed" });

/** Without weight, in the size of the text around it. */
export const Faded = Text.withProps({ span: true, inherit: true, c: "dimmed" });

/** Details, in small letters. */
export const Fine = Text.withProps({ size: "xs", c: "dimmed" });

/** What something is called. */
export const Strong = Text.withProps({ size: "sm", fw: 550 });

interface LinkToProps extends AnchorProps, Pick<ComponentProps<"a">, "children" | "onClick" | "title"> {
  readonly target?: string;
  readonly to: string;
  /** What stands behind the question mark; the page reads it as texts. */
  readonly search?: object;
}

/** A link to another page of the console. */
export function LinkTo({ search, ...props }: LinkToProps) {
  return <Anchor component={Link} size="sm" {...props} search={search as never} />;
}

/** The same within a sentence. */
export function LinkIn({ search, ...props }: LinkToProps) {
  return <Anchor component={Link} inherit underline="always" {...props} search={search as never} />;
}

/** How many there are, next to a title. */
export const Tally = Text.withProps({ span: true, c: "dimmed", fw: 450 });
