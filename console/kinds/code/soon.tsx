/** What a page is about as code, once somebody asks for it. */
import type { ComponentProps } from "react";
import { later } from "../../parts/in-time.ts";
import { Soon } from "../../parts/page.tsx";

const CodePanel = later(() => import("./panel.tsx"), "CodePanel");

export function CodeSoon({ open, ...panel }: ComponentProps<typeof CodePanel> & { readonly open: boolean }) {
  return <Soon>{open ? <CodePanel {...panel} /> : null}</Soon>;
}
