/** A field's help, with the page of somebody else's documentation that explains it. */
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import * as texts from "./texts.ts";

export function documented(text: string, link: string | undefined): ReactNode {
  if (link === undefined) return text;
  return (
    <>
      {text}{" "}
      <Anchor href={link} target="_blank" rel="noreferrer" inherit>
        {texts.documentation}
      </Anchor>
    </>
  );
}
