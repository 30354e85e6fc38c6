import { Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { send } from "../api/client.ts";
import { changePerson } from "../api/queries.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Fine, Strong } from "../parts/text.tsx";
import { useWhoAmI } from "./session.ts";
import * as texts from "./texts.ts";

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
            <Fine className="clip">{user.name === "" ? texts.accountAndAppearance : user.email}</Fine>
          </div>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => go({ to: "/account" })}>{texts.profile}</Menu.Item>
        <Menu.Item onClick={() => go({ to: "/account/ways" })}>{texts.howYouAreReached}</Menu.Item>
        <Menu.Item onClick={() => go({ to: "/account/tokens" })}>{texts.accessTokens}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.appearance}</Menu.Label>
        {(["light", "dark", "auto"] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <Text size="xs">{texts.on}</Text> : null}
          >
            {{ light: texts.light, dark: texts.dark, auto: texts.system }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" target="_blank">
          {texts.apiReference}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
