/** Switching it on, and switching passwords off. */
import { Alert, Select, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../api/queries.ts";
import type { SsoConnection } from "../../api/shapes.ts";
import { Card } from "../../parts/card.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import type { FieldsProps } from "./provider-fields.tsx";
import * as texts from "./texts.ts";

interface UseProps extends FieldsProps {
  readonly stored: SsoConnection | undefined;
  /** A test sign-in worked just now. */
  readonly tested: boolean;
}

export function UseFields({ draft, change, problems, stored, tested }: UseProps) {
  const ready = tested || stored?.enabled === true;
  const { user } = useWhoAmI();
  return (
    <Card title={texts.of4UseIt}>
      <Stack>
        <Switch
          label={texts.membersCanSign}
          description={ready ? texts.thePageForSigning : texts.testItFirstTheTest}
          disabled={!ready}
          checked={draft.enabled}
          onChange={({ currentTarget }) =>
            change({
              enabled: currentTarget.checked,
              ...(currentTarget.checked ? {} : { require_sso: false }),
            })
          }
        />
        <Switch
          label={texts.membersCanSignInInNoOtherWay}
          description={texts.passwordsNoLongerReach}
          disabled={!draft.enabled}
          checked={draft.require_sso}
          onChange={({ currentTarget }) =>
            change({
              require_sso: currentTarget.checked,
              break_glass_user_id: currentTarget.checked
                ? (draft.break_glass_user_id ?? user.id)
                : draft.break_glass_user_id,
            })
          }
        />
        {draft.require_sso ? <BreakGlass draft={draft} change={change} problems={problems} /> : null}
      </Stack>
    </Card>
  );
}

function BreakGlass({ draft, change, problems }: FieldsProps) {
  const here = useHere();
  const { user } = useWhoAmI();
  const { data } = useQuery(membersQuery(here.slug));
  const admins = (data?.data ?? []).filter(({ role, status }) => role === "org_admin" && status === "active");
  return (
    <>
      <Select
        label={texts.whoCanStillUse}
        description={texts.oneOrgAdmin}
        allowDeselect={false}
        data={admins.map(({ id, email }) => ({ value: id, label: email }))}
        value={draft.break_glass_user_id}
        error={problems.get("break_glass_user_id")}
        onChange={(id) => change({ break_glass_user_id: id })}
      />
      {draft.break_glass_user_id === user.id ? null : <Alert color="yellow">{texts.ifYouAreSigned}</Alert>}
    </>
  );
}
