/** Makes a mute last longer, in two clicks: how long, by name. */
import { Menu } from "@mantine/core";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import { useForgetRows } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { SmallButton } from "../buttons.tsx";
import { Refusal } from "../refusal.tsx";
import { exactMinute, useTimeZone } from "../time.tsx";
import * as texts from "./texts.ts";
import { extensions } from "./words.ts";

interface ExtendProps {
  /** The mute's id, what people call it, and when it ends. */
  readonly id: string;
  readonly name: string;
  readonly endsAt: string;
  /** Gets the id of the mute that took its place. */
  readonly onExtended?: (id: string) => void;
}

export function Extend({ id, name, endsAt, onExtended }: ExtendProps) {
  const here = useHere();
  const zone = useTimeZone();
  const forget = useForgetRows(here.slug);
  const [opened, setOpened] = useState(Date.now);
  const extend = useMutation({
    mutationFn: async (until: string) =>
      (await act<{ readonly id: string }>(here.slug, namedActions.extendMute, { id, until })).body,
    onSuccess({ id }) {
      onExtended?.(id);
      forget();
    },
  });
  return (
    <>
      <Menu position="bottom-end" shadow="md" onOpen={() => setOpened(Date.now())}>
        <Menu.Target>
          <SmallButton
            size="compact-sm"
            loading={extend.isPending}
            aria-label={texts.extendName(name)}
            rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
          >
            {texts.extend}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {extensions(endsAt, opened, zone).map(({ title, until }) => (
            <Menu.Item
              key={title}
              title={`${exactMinute(until, zone)} (${zone})`}
              onClick={() => extend.mutate(until)}
            >
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Refusal error={extend.error} />
    </>
  );
}
