import { Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { send } from "../api/client.ts";
import { changePerson } from "../api/queries.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Fine, Strong } from "../parts/text.tsx";
import { useWhoAmI } from "./session.ts";

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await send<{ readonly sign_out_url: string | null }>("sign_out")).body,
    onSettled: async (ended) => {
      await changePerson(client, null);
      // The provider signs out too, and sends the browser back.
      if (typeof ended?.sign_out_url === "string") window.location.assign(ended.sign_out_url);
    },
  });
}

export function AccountMenu() {
  const { user } = useWhoAmI();
  const signOut = useSignOut();
  const go = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={232} position="top-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className="who">
          <Avatar name={user.name === "" ? user.email : user.name} round />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Strong className="clip">{user.name === "" ? user.email : user.name}</Strong>
            <Fine className="clip">{user.name === "" ? "Account and appearance" : user.email}</Fine>
          </div>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => go({ to: "/account" })}>Profile</Menu.Item>
        <Menu.Item onClick={() => go({ to: "/account/tokens" })}>Access tokens</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {(["light", "dark", "auto"] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <Text size="xs">on</Text> : null}
          >
            {{ light: "Light", dark: "Dark", auto: "System" }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" target="_blank">
          API reference
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
