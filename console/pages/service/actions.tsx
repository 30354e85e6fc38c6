/** What people do about a service from its page: mute it, freeze it, begin an incident, send a test. */
import { Group, Modal } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { later } from "../../parts/in-time.ts";
import { Soon } from "../../parts/page.tsx";
import { newPath } from "../../parts/paths.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const SentenceDialog = later(() => import("../../shell/sentence-dialog.tsx"), "SentenceDialog");
const DrillCard = later(() => import("../../parts/drills/drill-card.tsx"), "DrillCard");

interface ServiceActionsProps {
  readonly service: string;
  /** Its components on the status page: an incident begins with the first one. */
  readonly components: readonly JsonObject[];
}

export function ServiceActions({ service, components }: ServiceActionsProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const [open, setOpen] = useState<"mute" | "freeze" | "test">();
  const close = () => setOpen(undefined);
  const may = (kind: string) => {
    const level = kinds.find((one) => one.kind === kind)?.level;
    return level !== undefined && here.allows(level);
  };
  const [component] = components;
  return (
    <Group gap="xs">
      {may(kindNames.mute) ? <PlainButton onClick={() => setOpen("mute")}>{texts.mute}</PlainButton> : null}
      {may(kindNames.deployPolicy) ? (
        <PlainButton onClick={() => setOpen("freeze")}>{texts.freeze}</PlainButton>
      ) : null}
      {may(kindNames.incident) ? (
        <PlainButton
          component={Link}
          to={newPath(here.slug, kindNames.incident)}
          search={(component === undefined ? {} : { component_ids: String(component.id) }) as never}
        >
          {texts.newIncident}
        </PlainButton>
      ) : null}
      {here.allows("operate") ? (
        <PlainButton onClick={() => setOpen("test")}>{texts.test}</PlainButton>
      ) : null}
      <Soon>
        {open === "mute" || open === "freeze" ? (
          <SentenceDialog
            sentence={{ act: open, service, reason: "" }}
            close={close}
            suggests={open === "mute"}
          />
        ) : null}
        {open === "test" ? (
          <Modal opened onClose={close} title={texts.testWhoIsNotifiedOf(service)} size="lg" padding="md">
            <DrillCard about={{ service }} />
          </Modal>
        ) : null}
      </Soon>
    </Group>
  );
}
