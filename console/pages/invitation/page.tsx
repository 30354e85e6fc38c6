/** Joining by a one-time link: a new person chooses a password, a known one proves to be the owner. */
import { Alert, Button, Loader, Stack, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { changePerson, sessionQuery } from "../../api/queries.ts";
import type { Organization, WhoAmI } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { DeadLink } from "../../parts/dead-link.tsx";
import { Form } from "../../parts/form.tsx";
import { AccountName, NewPassword, PresentPassword } from "../../parts/password-form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { SecondFactorGate } from "../../parts/second-factor-gate.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import * as texts from "./texts.ts";

interface Invitation {
  readonly organization: Organization;
  readonly email: string;
  readonly role: string;
  readonly has_account: boolean;
  /** The link came by mail, so that it may give the account a new password. */
  readonly can_reset: boolean;
}

function Heading({ invitation: { organization, email, role } }: { readonly invitation: Invitation }) {
  return (
    <div>
      <Title order={1}>{texts.joinName(organization.name)}</Title>
      <Quiet mt={4}>{texts.isInvitedAs(email, words(role).toLowerCase())}</Quiet>
    </div>
  );
}

interface ProofProps {
  /** Whether the account has a password that the person knows. */
  readonly known: boolean;
  readonly value: string;
  readonly email: string;
  readonly error: string | undefined;
  readonly change: (password: string) => void;
}

function Proof({ known, email, ...rest }: ProofProps) {
  return (
    <>
      <AccountName email={email} />
      {known ? (
        <PresentPassword label={texts.yourAccountsPassword} withAsterisk {...rest} />
      ) : (
        <NewPassword label={texts.chooseAPassword} withAsterisk {...rest} />
      )}
    </>
  );
}

export function InvitationPage() {
  const { token = "" } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: async () => (await send<Invitation>("get_invitation", { token })).body,
  });
  return (
    <AuthLayout width={420}>
      {data !== undefined ? (
        <Joining token={token} invitation={data} />
      ) : error === null ? (
        <Loader aria-label={texts.loading} />
      ) : (
        <DeadLink error={error} />
      )}
    </AuthLayout>
  );
}

function Joining({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const client = useQueryClient();
  const go = useNavigate();
  const [password, setPassword] = useState("");
  const [name, setName] = useState("");
  const [forgotten, setForgotten] = useState(false);
  // Being signed in is not enough for an account whose address nobody has proved.
  const [needsPassword, setNeedsPassword] = useState(false);
  const session = useQuery(sessionQuery);
  const present = session.data?.ended ? null : session.data;
  const own = present?.user.email.toLowerCase() === invitation.email.toLowerCase() && !needsPassword;
  const finish = (who: WhoAmI) => {
    changePerson(client, who);
    void go({ to: "/o/$org", params: { org: invitation.organization.slug } });
  };
  const accept = useMutation({
    meta: { signsIn: true },
    mutationFn: async (proved?: "proved") => {
      const fresh = !invitation.has_account && name !== "" ? { name } : {};
      const proof = proved ? {} : forgotten ? { new_password: password } : own ? {} : { password };
      return (await send<WhoAmI>("accept_invitation", { token }, { ...proof, ...fresh })).body;
    },
    onError: (refusal) => setNeedsPassword(problemsOf(refusal).has("password")),
    onSuccess: finish,
  });
  // A new password has joined already; the present one joins when the second factor is proved too.
  const proved = (who: WhoAmI) => (forgotten ? finish(who) : accept.mutate("proved"));
  const problems = problemsOf(accept.error);
  return (
    <SecondFactorGate error={accept.error} done={proved} back={accept.reset}>
      <Form submit={() => accept.mutate(undefined)}>
        <Stack>
          <Heading invitation={invitation} />
          {present === null || present === undefined || present.user.email === invitation.email ? null : (
            <Alert color="yellow">{texts.thisBrowserIsSigned(present.user.email, invitation.email)}</Alert>
          )}
          <Refusal error={problems.size === 0 ? accept.error : null} />
          {invitation.has_account ? null : (
            <TextInput
              label={texts.yourName}
              autoComplete="name"
              value={name}
              error={problems.get("name")}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          {own ? null : (
            <Proof
              known={invitation.has_account && !forgotten}
              email={invitation.email}
              value={password}
              error={problems.get(forgotten ? "new_password" : "password")}
              change={setPassword}
            />
          )}
          <Button type="submit" loading={accept.isPending} fullWidth>
            {texts.join}
          </Button>
          {own || !invitation.can_reset || forgotten ? null : (
            <Button variant="subtle" onClick={() => setForgotten(true)}>
              {texts.iForgotMyPassword}
            </Button>
          )}
        </Stack>
      </Form>
    </SecondFactorGate>
  );
}
