/** What is entered at the provider, and what the provider gives in return. */
import { Group, PasswordInput, Stack, TagsInput, TextInput } from "@mantine/core";
import type { SsoConnection } from "../../api/shapes.ts";
import { Card } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import type { Draft } from "./draft.ts";
import * as texts from "./texts.ts";

export interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly problems: ReadonlyMap<string, string>;
}

/** Before anything is saved the addresses are those of this page. */
export function AtTheProvider({ stored }: { readonly stored: SsoConnection | undefined }) {
  const { slug } = useHere();
  const shared = `${window.location.origin}/api/v1/sso/callback`;
  const uris = stored?.redirect_uris ?? [shared, `${shared}/${slug}`];
  return (
    <Card title={texts.of1AtYourProvider} about={texts.makeAWebApplicationOpenid}>
      <Stack gap="xs">
        {uris.map((uri) => (
          <Group key={uri} gap="xs" wrap="nowrap">
            <code className="mono" style={{ overflowWrap: "anywhere" }}>
              {uri}
            </code>
            <CopyButton value={uri} />
          </Group>
        ))}
      </Stack>
      <Quiet mt="sm">
        <RichText
          of={texts.forSigningOutThereToo}
          words={<code className="mono">{stored?.sign_out_uri ?? `${window.location.origin}/sign-in`}</code>}
        />
      </Quiet>
      <Quiet mt="sm">{texts.theGuideDocsSign}</Quiet>
    </Card>
  );
}

interface ProviderProps extends FieldsProps {
  readonly stored: SsoConnection | undefined;
}

export function ProviderFields({ draft, change, problems, stored }: ProviderProps) {
  const kept = stored?.client_secret_set === true && stored.issuer === draft.issuer;
  return (
    <Card title={texts.of2WhatTheProviderGives}>
      <Stack>
        <TextInput
          label={texts.issuer}
          withAsterisk
          placeholder="https://example.okta.com"
          description={texts.theAddress}
          value={draft.issuer}
          error={problems.get("issuer")}
          onChange={({ currentTarget }) => change({ issuer: currentTarget.value })}
        />
        <TextInput
          label={texts.clientId}
          withAsterisk
          autoComplete="off"
          value={draft.client_id}
          error={problems.get("client_id")}
          onChange={({ currentTarget }) => change({ client_id: currentTarget.value })}
        />
        <PasswordInput
          label={texts.clientSecret}
          // Browsers fill in the person's own password where this says "off".
          autoComplete="new-password"
          placeholder={kept ? texts.savedTypeToReplaceIt : ""}
          description={texts.storedSealedAndShown}
          value={draft.client_secret}
          error={problems.get("client_secret")}
          onChange={({ currentTarget }) => change({ client_secret: currentTarget.value })}
        />
        <TagsInput
          label={texts.scopes}
          description={texts.whatIsRequestedSomeProviders}
          value={[...draft.scopes]}
          error={problems.get("scopes")}
          onChange={(scopes) => change({ scopes })}
        />
      </Stack>
    </Card>
  );
}
