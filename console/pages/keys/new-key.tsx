/** A new key: what it is for, by which its scopes are chosen; it begins with what can do least. Scopes one by one, and limits, are under More. */
import { Alert, Button, Checkbox, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Scope } from "../../../src/kernel/access.ts";
import { problemsOf } from "../../forms/context.ts";
import { kindNames } from "../../kinds/names.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { expiryAt } from "../../parts/expiries.ts";
import { ExpirySelect } from "../../parts/expiry-select.tsx";
import { Fold } from "../../parts/fold.tsx";
import { Form } from "../../parts/form.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { kindPath } from "../../parts/paths.ts";
import { ProposeOnly } from "../../parts/propose-only.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, LinkTo } from "../../parts/text.tsx";
import { useNewKey } from "../../parts/use-new-key.ts";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { LimitFields, noLimits, sentOf } from "./limit-fields.tsx";
import { type Purpose, purposeOf, purposes } from "./purposes.ts";
import * as texts from "./texts.ts";

const explained: readonly { scope: Scope; title: string; about: string }[] = [
  {
    scope: "api:config_read",
    title: texts.configurationReadOnly,
    about: texts.readsAllConfigurationAndAsks,
  },
  {
    scope: "api:admin",
    title: texts.configurationEverything,
    about: texts.readsAndChangesAllConfiguration,
  },
  { scope: "mcp:read", title: texts.mcpRead, about: texts.anAssistantCanRead },
  {
    scope: "mcp:write",
    title: texts.mcpOperate,
    about: texts.anAssistantCanReadMute,
  },
  { scope: "mcp:admin", title: texts.mcpEverything, about: texts.anAssistantCanChangeAll },
  { scope: "mcp:program", title: texts.mcpProgram, about: texts.aProgramCanReport },
];

/** A scope of this one's kind excludes the others. A key begins with it: it can change nothing. */
const alone: Scope = "api:config_read";

export function NewKeyDialog({ close }: { readonly close: () => void }) {
  const here = useHere();
  // Every scope there is belongs to the API or to the MCP server, which lower plans do not include.
  if (here.plan === "business") return <KeyDialog close={close} />;
  return (
    <Modal opened onClose={close} title={texts.newApiKey} size="lg">
      <Alert color="yellow">{texts.thePlanIncludesNeither(words(here.plan))}</Alert>
    </Modal>
  );
}

function KeyDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([alone]);
  const [expiry, setExpiry] = useState("90");
  const [ask, setAsk] = useState(false);
  const [proposes, setProposes] = useState(false);
  const [limits, setLimits] = useState(noLimits);
  const make = useNewKey();
  const problems = problemsOf(make.error);
  const general = problems.size === 0 ? make.error : null;
  const toggle = (scope: Scope, on: boolean) => {
    if (!on) return setScopes(scopes.filter((one) => one !== scope));
    return setScopes(scope === alone ? [alone] : [...scopes.filter((one) => one !== alone), scope]);
  };
  const serve = (chosen: string) => {
    const purpose = purposes.find(({ name }) => name === chosen);
    if (purpose === undefined) return;
    setScopes(purpose.scopes);
    setProposes(purpose.proposes === true);
  };
  if (make.data !== undefined) {
    return <OneTimeSecretDialog name={name} value={make.data.key} what={texts.key} close={close} />;
  }
  return (
    <Modal opened onClose={close} title={texts.newApiKey} size="lg">
      <Form
        submit={() =>
          make.mutate({
            name,
            scopes,
            ...sentOf(limits),
            ask,
            propose_only: proposes,
            expires_at: expiryAt(expiry),
          })
        }
      >
        <Stack>
          <Refusal error={general} />
          <PurposeChoice purpose={purposeOf(scopes, proposes)} choose={serve} />
          <TextInput
            label={texts.name}
            withAsterisk
            placeholder={texts.exampleName}
            description={texts.whatTheKey}
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ExpirySelect
            value={expiry}
            change={setExpiry}
            maw={260}
            error={problems.get("expires_at")}
            description={texts.theOrganizationMayLimitHow}
          />
          <More problems={problems}>
            <Checkbox.Group
              label={texts.scopes}
              withAsterisk
              error={problems.get("scopes")}
              value={[...scopes]}
            >
              <Scopes offered={explained} toggle={toggle} />
            </Checkbox.Group>
            <Careful {...{ ask, setAsk, proposes, setProposes }} problem={problems.get("propose_only")} />
            <LimitFields limits={limits} change={setLimits} problems={problems} />
          </More>
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={make.isPending}>
              {texts.createKey}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

interface PurposeChoiceProps {
  readonly purpose: Purpose | undefined;
  readonly choose: (name: string) => void;
}

function PurposeChoice({ purpose, choose }: PurposeChoiceProps) {
  const here = useHere();
  return (
    <Radio.Group label={texts.whatIsItFor} value={purpose?.name ?? ""} onChange={choose}>
      <Stack gap={6} mt={6}>
        {purposes.map(({ name, title, about }, index) => (
          <Radio
            key={name}
            value={name}
            label={title}
            description={about}
            {...(index === 0 ? { "data-autofocus": true } : {})}
          />
        ))}
      </Stack>
      <Fine mt={6}>
        {/* In a tab of its own: what was typed here stays. */}
        <RichText
          of={texts.forAnEngine}
          connector={
            <LinkTo to={kindPath(here.slug, kindNames.connector)} underline="always" target="_blank">
              {texts.connector}
            </LinkTo>
          }
        />
      </Fine>
    </Radio.Group>
  );
}

interface MoreProps {
  readonly problems: ReadonlyMap<string, string>;
  readonly children: ReactNode;
}

/** What few keys need, open where something of it is wrong. */
function More({ problems, children }: MoreProps) {
  const isShown = [...problems.keys()].some((field) => field !== "name" && field !== "expires_at");
  return (
    <Fold label={texts.more} holds={texts.moreHolds} shown={isShown} minor>
      <Stack>{children}</Stack>
    </Fold>
  );
}

interface CarefulProps {
  readonly ask: boolean;
  readonly setAsk: (ask: boolean) => void;
  readonly proposes: boolean;
  readonly setProposes: (proposes: boolean) => void;
  readonly problem: string | undefined;
}

/** What a key does not do by itself, whatever its scopes. */
function Careful({ ask, setAsk, proposes, setProposes, problem }: CarefulProps) {
  return (
    <>
      <Checkbox
        label={texts.askFirst}
        description={texts.askFirstMeans}
        checked={ask}
        onChange={({ currentTarget }) => setAsk(currentTarget.checked)}
      />
      <ProposeOnly checked={proposes} change={setProposes} problem={problem} />
    </>
  );
}

interface ScopesProps {
  readonly offered: typeof explained;
  readonly toggle: (scope: Scope, on: boolean) => void;
}

function Scopes({ offered, toggle }: ScopesProps) {
  return (
    <Stack gap="sm" mt={6}>
      {offered.map(({ scope, title, about }) => (
        <Checkbox
          key={scope}
          value={scope}
          label={
            <>
              {title}{" "}
              <Fine span className="mono">
                {scope}
              </Fine>
            </>
          }
          description={about}
          onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
