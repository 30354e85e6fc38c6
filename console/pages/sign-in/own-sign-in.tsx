/** Signing in at the organization's own provider, where it has one. */
import { Anchor, Button, Center, Divider, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { changePerson, signInOptionQuery } from "../../api/queries.ts";
import type { SignInOption, WhoAmI } from "../../api/shapes.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { signInHref } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { rememberedOrganization } from "../../shell/session.ts";

/** What the organization offers that the address names, or that this browser looked at last. */
function useOption() {
  const { pathname } = useLocation();
  const named = /^\/o\/([^/]+)/.exec(pathname)?.[1] ?? rememberedOrganization();
  return useQuery({ ...signInOptionQuery(named), retry: false }).data;
}

/**
 * The organization's button.
 * @param aside the page behind stays as it is: the provider is opened in another tab, and the person comes back here
 */
export function OwnSignIn({ aside = false }: { readonly aside?: boolean }) {
  const { organization = null, sign_in_at: at = null } = useOption() ?? {};
  if (organization === null || at === null) return null;
  return (
    <>
      <AtProvider name={organization.name} at={at} aside={aside} />
      <Divider label="or with a password" />
    </>
  );
}

interface AtProviderProps {
  /** Of the organization. */
  readonly name: string;
  readonly at: string;
  readonly aside: boolean;
}

export function AtProvider({ name, at, aside }: AtProviderProps) {
  const { href } = useLocation();
  return (
    <Stack gap="xs">
      <Button
        component="a"
        href={signInHref(at, aside ? "/sign-in/refused?reason=done" : href)}
        {...(aside ? { target: "_blank" } : {})}
        variant="default"
        fullWidth
      >
        Sign in with {name}
      </Button>
      {aside ? <Continue /> : null}
    </Stack>
  );
}

/** The way for members of an organization that nobody has named yet. */
export function OtherSignIn() {
  const { href } = useLocation();
  const option = useOption();
  return option === undefined || option.sign_in_at !== null ? null : <AnyOrganization page={href} />;
}

/** Several organizations are here, and which one it is nobody has said yet. */
function AnyOrganization({ page }: { readonly page: string }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const [slug, setSlug] = useState("");
  const [missing, setMissing] = useState(false);
  const find = useMutation({
    mutationFn: (): Promise<SignInOption> => client.fetchQuery(signInOptionQuery(slug.trim())),
    onSuccess({ sign_in_at: at }) {
      setMissing(at === null);
      if (at !== null) window.location.assign(signInHref(at, page));
    },
  });
  if (!asked)
    return (
      <Center mt="md">
        <Anchor component="button" type="button" size="sm" onClick={() => setAsked(true)}>
          Sign in at your organization's provider
        </Anchor>
      </Center>
    );
  return (
    <Form submit={() => find.mutate()}>
      <Stack gap="xs" mt="md">
        <Refusal error={find.error} />
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Organization"
            description="Its short name, as in the addresses of its pages."
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            style={{ flex: 1 }}
            value={slug}
            error={missing ? "It has no sign-in of its own." : undefined}
            onChange={({ currentTarget }) => setSlug(currentTarget.value)}
          />
          <PlainButton type="submit" loading={find.isPending} disabled={slug.trim() === ""}>
            Continue
          </PlainButton>
        </Group>
      </Stack>
    </Form>
  );
}

/** What was done in the other tab is known here at once; where a browser keeps tabs apart, the button asks for it. */
export function Continue() {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: async () => (await send<WhoAmI>("get_session")).body,
    onSuccess: (who) => changePerson(client, who),
  });
  return (
    <>
      <Quiet>It opens in another tab. When you are done there, come back to this one.</Quiet>
      <PlainButton onClick={() => ask.mutate()} loading={ask.isPending}>
        Continue here
      </PlainButton>
      <Refusal error={ask.error} />
    </>
  );
}
