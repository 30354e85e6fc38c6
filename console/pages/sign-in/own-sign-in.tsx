/** Signing in at the organization's own provider, where it has one. */
import { Anchor, Center, Divider, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { signInOptionQuery } from "../../api/queries.ts";
import type { SignInOption } from "../../api/shapes.ts";
import { AtProvider } from "../../parts/at-provider.tsx";
import { PlainButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { signInHref } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { rememberedOrganization } from "../../shell/session.ts";
import * as texts from "./texts.ts";

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
      <Divider label={texts.orWithAPassword} />
    </>
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
          {texts.signInAtYourOrganizations}
        </Anchor>
      </Center>
    );
  return (
    <Form submit={() => find.mutate()}>
      <Stack gap="xs" mt="md">
        <Refusal error={find.error} />
        <TextInput
          label={texts.organization}
          description={texts.itsShortName}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          error={missing ? texts.itHasNoSign : undefined}
          onChange={({ currentTarget }) => setSlug(currentTarget.value)}
        />
        <PlainButton type="submit" fullWidth loading={find.isPending} disabled={slug.trim() === ""}>
          {texts.continueOn}
        </PlainButton>
      </Stack>
    </Form>
  );
}
