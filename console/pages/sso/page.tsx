/** How members sign in at the organization's own provider: set up, tested, switched on. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refused, send } from "../../api/client.ts";
import { ssoQuery } from "../../api/queries.ts";
import type { SsoConnection, SsoTest } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton, QuietButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { kindPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { bodyOf, type Draft, draftOf, isChanged } from "./draft.ts";
import { PeopleFields } from "./people-fields.tsx";
import { AtTheProvider, ProviderFields } from "./provider-fields.tsx";
import { Provisioning } from "./provisioning.tsx";
import { TestResult, useTest } from "./test-result.tsx";
import * as texts from "./texts.ts";
import { UseFields } from "./use-fields.tsx";

export function SsoPage() {
  const here = useHere();
  const admin = here.allows("admin");
  const query = useQuery({ ...ssoQuery(here.slug), enabled: admin });
  // Said by the page: what was saved begins a form of its own.
  const [saved, setSaved] = useState(false);
  if (!admin)
    return (
      <Page title={texts.signIn}>
        <Text>{texts.onlyAnOrgAdminCan}</Text>
      </Page>
    );
  return (
    <Page title={texts.signIn} about={texts.membersSign}>
      <Quiet mb="md">
        <RichText
          of={texts.forPasswordsAnOrganizationCan}
          link={(part) => <LinkIn to={kindPath(here.slug, kindNames.organization)}>{part}</LinkIn>}
        />
      </Quiet>
      <Loading of={query} />
      {query.data === undefined ? null : (
        <Editor
          key={query.data?.etag ?? "new"}
          stored={query.data?.sso}
          saved={saved}
          done={() => setSaved(true)}
        />
      )}
      {query.data === undefined ? null : <Provisioning />}
    </Page>
  );
}

interface EditorProps {
  readonly stored: SsoConnection | undefined;
  readonly saved: boolean;
  readonly done: () => void;
}

function Editor({ stored, saved, done }: EditorProps) {
  const here = useHere();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [removing, setRemoving] = useState(false);
  const test = useTest();
  const again = () => client.invalidateQueries({ queryKey: ssoQuery(here.slug).queryKey });
  const save = useMutation({
    mutationFn: () => send("save_sso", { org: here.slug }, bodyOf(draft, stored)),
    onSuccess() {
      done();
      return again();
    },
  });
  const begin = useMutation({
    async mutationFn() {
      if (isChanged(draft, stored)) await send("save_sso", { org: here.slug }, bodyOf(draft, stored));
      return (await send<SsoTest>("test_sso", { org: here.slug }, {})).body;
    },
    onSuccess: ({ url }) => url !== null && window.location.assign(url),
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const failed = save.error ?? begin.error;
  // What the provider refused is said where its address stands.
  const ofProvider = failed instanceof Refused && failed.body.reason === "sso_provider";
  const problems = ofProvider ? new Map([["issuer", failed.message]]) : problemsOf(failed);
  const changed = isChanged(draft, stored);
  const fields = { draft, change, problems };
  return (
    <Form submit={() => save.mutate()} className="form">
      <Stack gap="lg">
        <Refusal error={ofProvider ? null : failed} />
        <TestResult test={test} />
        <AtTheProvider stored={stored} />
        <ProviderFields {...fields} stored={stored} />
        <PeopleFields {...fields} />
        <UseFields {...fields} stored={stored} tested={test.data?.status === "done"} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!changed}>
            {texts.save}
          </Button>
          <PlainButton
            onClick={() => begin.mutate()}
            loading={begin.isPending}
            disabled={stored === undefined && !changed}
          >
            {changed ? texts.saveAndTest : texts.testSignIn}
          </PlainButton>
          <Quiet aria-live="polite">{saved && !changed ? texts.saved : ""}</Quiet>
          {stored === undefined ? null : (
            <QuietButton ml="auto" onClick={() => setRemoving(true)}>
              {texts.removeBegun}
            </QuietButton>
          )}
        </Group>
      </Stack>
      {removing ? (
        <RevokeDialog
          what={texts.signInOf}
          name={here.slug}
          verb={texts.remove}
          consequence={texts.whoeverSigned}
          close={() => setRemoving(false)}
          revoke={() => send("delete_sso", { org: here.slug })}
          done={again}
        />
      ) : null}
    </Form>
  );
}
