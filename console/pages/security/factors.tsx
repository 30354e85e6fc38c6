/** A person's second factors and recovery codes. */
import { Alert, Group, Modal, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import type { SecondFactor, SecondFactors } from "../../api/shapes.ts";
import { PlainButton, RedButton, SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { blockingDialog, DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Loading } from "../../parts/loading.tsx";
import { hasPasskeys } from "../../parts/passkeys.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Quiet, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { AddApp, type AddedFactor } from "./add-app.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import * as texts from "./texts.ts";
import { useFresh } from "./use-fresh.tsx";

const queryKey = ["second-factors"];
const sorts = { totp: texts.appForCodes, passkey: texts.passkey } as const;

/** What somebody calls it, or what it is. */
function titleOf({ name, kind }: SecondFactor): string {
  return name === "" ? sorts[kind] : name;
}

export function Factors() {
  const client = useQueryClient();
  const [adding, setAdding] = useState<"totp" | "passkey">();
  const [removing, setRemoving] = useState<SecondFactor>();
  const query = useQuery({
    queryKey,
    queryFn: async () => (await send<SecondFactors>("list_second_factors")).body,
  });
  // What an organization serves may follow from it.
  const again = async () => {
    await client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const add = { close: () => setAdding(undefined), added: again };
  const { data } = query;
  return (
    <Card title={texts.secondFactor} about={texts.aCodeOrAPasskey} className="form">
      <Loading of={query} count={2} />
      {data === undefined ? null : (
        <Stack gap="md">
          <Required factors={data} />
          {data.data.map((factor) => (
            <Factor key={factor.id} factor={factor} remove={() => setRemoving(factor)} />
          ))}
          <Group gap="xs">
            <PlainButton onClick={() => setAdding("totp")}>{texts.addAnApp}</PlainButton>
            {hasPasskeys ? (
              <PlainButton onClick={() => setAdding("passkey")}>{texts.addAPasskey}</PlainButton>
            ) : null}
          </Group>
          {data.data.length === 0 ? null : <Codes left={data.recovery_codes_left} made={again} />}
        </Stack>
      )}
      {adding === "totp" ? <AddApp {...add} /> : null}
      {adding === "passkey" ? <AddPasskey {...add} /> : null}
      {removing === undefined ? null : (
        <Removal
          factor={removing}
          last={data?.data.length === 1}
          required={data?.required_by.map(({ name }) => name) ?? []}
          close={() => setRemoving(undefined)}
          done={again}
        />
      )}
    </Card>
  );
}

function Required({ factors: { data, required_by: required } }: { readonly factors: SecondFactors }) {
  if (required.length === 0 || data.length > 0) return null;
  return (
    <Alert color="yellow">
      {texts.requireOneOfMembers(required.map(({ name }) => name).join(", "), required.length)}
    </Alert>
  );
}

function Factor({ factor, remove }: { readonly factor: SecondFactor; readonly remove: () => void }) {
  const title = titleOf(factor);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Strong className="clip">{title}</Strong>
        <Quiet component="div">
          <RichText
            of={texts.added}
            words={sorts[factor.kind]}
            moment={<Moment at={factor.created_at} />}
            lastUsedAt={
              factor.last_used_at === null ? (
                texts.notUsedYet
              ) : (
                <>
                  {" · used "}
                  <Moment at={factor.last_used_at} />
                </>
              )
            }
          />
        </Quiet>
      </div>
      <SmallButton flex="none" onClick={remove} aria-label={texts.removeTitle(title)}>
        {texts.remove}
      </SmallButton>
    </Group>
  );
}

function Codes({ left, made }: { readonly left: number; readonly made: () => unknown }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const make = useFresh(
    async () => (await send<AddedFactor>("make_recovery_codes")).body,
    ({ recovery_codes: fresh }) => {
      setCodes(fresh);
      return made();
    },
  );
  return (
    <>
      <Refusal error={make.error} />
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Strong>{texts.recoveryCodes}</Strong>
          <Quiet>{texts.codesAreLeftNewOnes(left)}</Quiet>
        </div>
        <SmallButton flex="none" onClick={() => make.mutate()} loading={make.isPending}>
          {texts.makeNewCodes}
        </SmallButton>
      </Group>
      {make.dialog}
      {codes === undefined ? null : (
        <Modal
          {...blockingDialog}
          opened
          onClose={() => setCodes(undefined)}
          title={texts.newRecoveryCodes}
          size="lg"
        >
          <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />
        </Modal>
      )}
    </>
  );
}

interface RemovalProps {
  readonly factor: SecondFactor;
  readonly last: boolean;
  readonly required: readonly string[];
  readonly close: () => void;
  readonly done: () => unknown;
}

function Removal({ factor, last, required, close, done }: RemovalProps) {
  const remove = useFresh(
    () => send("remove_second_factor", { id: factor.id }),
    () => {
      close();
      return done();
    },
  );
  const loses = last && required.length > 0;
  return (
    <Modal opened onClose={close} title={texts.removeQuestion(titleOf(factor))}>
      <Refusal error={remove.error} />
      {remove.dialog}
      <Quiet c="inherit">{texts.itIsAsked(last, loses, required.join(", "))}</Quiet>
      <DialogButtons close={close}>
        <RedButton onClick={() => remove.mutate()} loading={remove.isPending}>
          {texts.remove}
        </RedButton>
      </DialogButtons>
    </Modal>
  );
}
