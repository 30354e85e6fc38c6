/** Pins the page at hand to the menu, with what its address says of search and filters. */
import { ActionIcon, Tooltip } from "@mantine/core";
import IconPin from "@tabler/icons-react/dist/esm/icons/IconPin.mjs";
import IconPinFilled from "@tabler/icons-react/dist/esm/icons/IconPinFilled.mjs";
import { useLocation } from "@tanstack/react-router";
import * as texts from "./texts.ts";
import { useMenu } from "./use-menu.ts";

export function Pin({ title }: { readonly title: string }) {
  const { pathname, searchStr } = useLocation();
  const { pinned, pin, unpin } = useMenu();
  const to = `${pathname}${searchStr}`;
  const isPinned = pinned.some((place) => place.to === to);
  const label = isPinned ? texts.unpinThisPage : texts.pinThisPage;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isPinned}
        onClick={() => (isPinned ? unpin(to) : pin({ to, title }))}
      >
        {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}
