/** The owner of an account says yes to a provider's sign-in, once. */
import { Button, Loader, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { Organization } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { DeadLink } from "../../parts/dead-link.tsx";
import { Form } from "../../parts/form.tsx";
import { AccountName, PresentPassword } from "../../parts/password-form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { SecondFactorGate } from "../../parts/second-factor-gate.tsx";
import * as texts from "./texts.ts";

interface Link {
  readonly organization: Organization;
  readonly email: string;
  readonly issuer: string;
  readonly signed_in: boolean;
}

export function SignInLinkPage() {
  const { token = "" } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: ["sso-link", token],
    queryFn: async () => (await send<Link>("get_sso_link", { token })).body,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <AuthLayout width={440}>
      {data === undefined ? (
        error === null ? (
          <Loader aria-label={texts.loading} />
        ) : (
          <DeadLink error={error} title={texts.thisSignInIsOver} />
        )
      ) : (
        <Confirmation token={token} link={data} />
      )}
    </AuthLayout>
  );
}

function Confirmation({ token, link }: { readonly token: string; readonly link: Link }) {
  const { organization, email, issuer, signed_in: signedIn } = link;
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    meta: { signsIn: true },
    mutationFn: async (proved?: "proved") =>
      (
        await send<{ location: string }>(
          "confirm_sso_link",
          { token },
          signedIn || proved ? {} : { password },
        )
      ).body,
    // The whole page again: somebody else may be signed in now.
    onSuccess: ({ location }) => window.location.assign(location),
  });
  const problems = problemsOf(confirm.error);
  return (
    <SecondFactorGate error={confirm.error} done={() => confirm.mutate("proved")} back={confirm.reset}>
      <Form submit={() => confirm.mutate(undefined)}>
        <Stack>
          <Title order={1}>{texts.isThisAccountYours}</Title>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {texts.saysThatYou(issuer, email, organization.name)}
          </Text>
          <Refusal error={problems.size === 0 ? confirm.error : null} />
          {signedIn ? null : (
            <>
              <AccountName email={email} />
              <PresentPassword
                label={texts.passwordOf(email)}
                withAsterisk
                value={password}
                error={problems.get("password")}
                change={setPassword}
              />
            </>
          )}
          <Button type="submit" loading={confirm.isPending} fullWidth>
            {texts.yesItIsMine}
          </Button>
          <Button component="a" href="/" variant="subtle" fullWidth>
            {texts.no}
          </Button>
        </Stack>
      </Form>
    </SecondFactorGate>
  );
}
