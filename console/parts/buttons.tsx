/** Buttons in the looks that pages have most of, next to the one of a page's main act. */
import { Button } from "@mantine/core";

/** What can be done, too. */
export const PlainButton = Button.withProps({ variant: "default" });

/** The same within a part of a page. */
export const SmallButton = Button.withProps({ size: "xs", variant: "default" });

/** What shows more or puts something back: it asks for no attention. */
export const QuietButton = Button.withProps({ size: "xs", variant: "subtle", color: "gray" });

/** What cannot be taken back. */
export const RedButton = Button.withProps({ color: "red.9" });
