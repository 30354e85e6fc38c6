import { Menu, Text, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Avatar } from "../parts/avatar.tsx";
import { Fine } from "../parts/text.tsx";
import { words } from "../parts/words.ts";
import { useOrganization, useWhoAmI } from "./session.ts";

export function OrganizationSwitch() {
  const here = useOrganization();
  const { organizations } = useWhoAmI();
  const go = useNavigate();
  return (
    <Menu width={232} position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className="who" title="Change the organization">
          <Avatar name={here?.name ?? "?"} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text fw={600} size="sm" className="clip">
              {here?.name ?? "No organization"}
            </Text>
            {here === undefined ? null : (
              <Fine className="clip">
                {words(here.role)} · {words(here.plan)}
              </Fine>
            )}
          </div>
          <Chevron />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map(({ id, slug, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => go({ to: "/o/$org", params: { org: slug } })}
            rightSection={id === here?.id ? <Text size="xs">here</Text> : null}
          >
            <Text size="sm">{name}</Text>
            <Fine>
              {slug} · {words(role)}
            </Fine>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Chevron() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      <path d="M3 4.5 6 7.5l3-3" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
