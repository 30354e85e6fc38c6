/** A program sent the person here: it wants to be let in at the MCP endpoint. They choose how far, or say no. */
import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { calls } from "../../api/calls.ts";
import { request, send } from "../../api/client.ts";
import type { Authorization } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { PlainButton, QuietButton } from "../../parts/buttons.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Form } from "../../parts/form.tsx";
import { Rows } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet, Strong } from "../../parts/text.tsx";
import { type TokenChoice, TokenFields, tokenBody } from "../../parts/token-fields.tsx";
import { useSignOut } from "../../shell/account-menu.tsx";
import { lastOrganization, useWhoAmI } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { placeOf, requestIn } from "./words.ts";

export function AuthorizePage() {
  const wanted = requestIn(useSearch({ strict: false }));
  const query = useQuery({
    queryKey: ["authorization", wanted],
    queryFn: async () =>
      (await request<Authorization>("GET", `${calls.get_authorization.path}?${new URLSearchParams(wanted)}`))
        .body,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  return (
    <AuthLayout width={460}>
      <Stack>
        {data === undefined && query.error === null ? <Rows count={4} /> : null}
        {query.error === null ? null : (
          <>
            <Title order={1}>{texts.thisProgramCannotBeLet}</Title>
            <Refusal error={query.error} />
          </>
        )}
        {data === undefined ? null : data.fault === null ? (
          <Question wanted={wanted} asked={data} />
        ) : (
          <Fault client={data.client} destination={data.destination} fault={data.fault} />
        )}
      </Stack>
    </AuthLayout>
  );
}

function Fault({
  client,
  destination,
  fault,
}: Pick<Authorization, "client" | "destination"> & { readonly fault: NonNullable<Authorization["fault"]> }) {
  return (
    <>
      <Title order={1}>{texts.thisProgramCannotBeLet}</Title>
      <Text size="sm">{texts.asksInAWay(client.name, fault.message)}</Text>
      <PlainButton component="a" href={fault.location}>
        {texts.backTo(placeOf(destination))}
      </PlainButton>
    </>
  );
}

interface QuestionProps {
  readonly wanted: Readonly<Record<string, string>>;
  readonly asked: Authorization;
}

function Question({ wanted, asked: { client, destination, max_role } }: QuestionProps) {
  const { organizations } = useWhoAmI();
  const [choice, setChoice] = useState<TokenChoice>(() => ({
    name: client.name,
    where: [lastOrganization(organizations)?.id ?? []].flat(),
    ceiling: max_role,
    proposes: false,
    expiry: "90",
  }));
  const answer = useMutation({
    mutationFn: async (allowed: boolean) => {
      const { body } = allowed
        ? await send<{ location: string }>("allow_client", {}, { ...wanted, ...tokenBody(choice) })
        : await send<{ location: string }>("deny_client", {}, wanted);
      return body.location;
    },
    onSuccess: (location) => window.location.assign(location),
  });
  if (answer.data !== undefined) return <Done place={placeOf(destination)} location={answer.data} />;
  return (
    <Form submit={() => answer.mutate(true)}>
      <Stack>
        <div>
          <Title order={1}>{texts.letThisProgramIn}</Title>
          <Text size="sm" mt={4}>
            {texts.wantsToActAsYou(client.name)}
          </Text>
        </div>
        <Asker client={client} destination={destination} />
        <Refusal error={problemsOf(answer.error).size === 0 ? answer.error : null} />
        <TokenFields
          choice={choice}
          change={setChoice}
          organizations={organizations}
          error={answer.error}
          whereAbout={organizations.length < 2 ? texts.whereItCanAct : texts.whereItCanActWithSeveral}
        />
        <Quiet>{texts.youCanNarrow}</Quiet>
        <Group grow>
          <PlainButton loading={answer.isPending} onClick={() => answer.mutate(false)}>
            {texts.deny}
          </PlainButton>
          <Button type="submit" loading={answer.isPending}>
            {texts.allow}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Who would be let in, as whom, and what nobody checked of it. */
function Asker({ client, destination }: Pick<Authorization, "client" | "destination">) {
  const { user } = useWhoAmI();
  const signOut = useSignOut();
  return (
    <>
      <Facts
        facts={[
          { title: texts.answerGoesTo, value: <Strong>{placeOf(destination)}</Strong> },
          ...(client.document_host === null
            ? []
            : [
                {
                  title: texts.describedAt,
                  value: <Strong>{client.document_host}</Strong>,
                },
              ]),
          {
            title: texts.signedInAs,
            value: (
              <Group gap="xs">
                <Text size="sm">{user.email}</Text>
                <QuietButton size="compact-xs" onClick={() => signOut.mutate()}>
                  {texts.notYou}
                </QuietButton>
              </Group>
            ),
          },
        ]}
      />
      <Alert color="yellow" p="xs">
        <Text size="sm">{texts.theNameIsThePrograms}</Text>
      </Alert>
    </>
  );
}

/** A browser that opens an app stays here. */
function Done({ place, location }: { readonly place: string; readonly location: string }) {
  return (
    <>
      <Title order={1}>{texts.goBackToTheProgram}</Title>
      <Text size="sm">{texts.theAnswerGoes(place)}</Text>
      <PlainButton component="a" href={location}>
        {texts.continueOn}
      </PlainButton>
    </>
  );
}
