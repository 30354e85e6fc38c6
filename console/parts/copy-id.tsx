import { Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import * as texts from "./texts.ts";

/** In a row's menu: the id, for scripts and for people who ask about the row. */
export function CopyId({ id }: { readonly id: string }) {
  const clipboard = useClipboard();
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => clipboard.copy(id)} aria-live="polite">
      {copyText(clipboard, id)}
    </Menu.Item>
  );
}

/** A browser copies nothing where the page came without encryption: the id is shown then, to be copied by hand. */
function copyText({ copied, error }: ReturnType<typeof useClipboard>, id: string): string {
  if (error !== null) return id;
  return copied ? texts.copied : texts.copyId;
}
