/** Category × event: what would be mailed, shown while it is changed. */
import { Checkbox, Paper, Stack, Switch, Table, Title } from "@mantine/core";
import { eventCategories } from "../../../../src/kernel/events.ts";
import { RowFormView } from "../../../forms/row-form.tsx";
import { Status } from "../../../parts/status.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { SettingBodyProps } from "../../part-props.ts";
import { Summary } from "../../summary/summary.tsx";
import * as texts from "./texts.ts";

const categories = Object.entries(eventCategories).map(([name, events]) => ({
  name,
  toggle: `notify_${name}`,
  title: name === "slo" ? texts.slo : words(name),
  events,
}));

/** Fields that the grid shows. */
const inGrid = [...categories.map(({ toggle }) => toggle), "muted_events"];

export function Notifications({ definition, form, editing, close }: SettingBodyProps) {
  const here = useHere();
  const grid = <Grid form={form} editing={editing} />;
  if (!editing)
    return (
      <Stack>
        <Summary definition={definition} form={form} without={inGrid} />
        {grid}
      </Stack>
    );
  return (
    <RowFormView
      org={here.slug}
      definition={definition}
      form={form}
      close={close}
      without={inGrid}
      between={grid}
    />
  );
}

function Grid({ form, editing }: Pick<SettingBodyProps, "form" | "editing">) {
  const on = form.value("enabled") === true;
  const recipients = form.value("recipients");
  const anyone = Array.isArray(recipients) && recipients.length > 0;
  const muted = (form.value("muted_events") ?? []) as readonly string[];
  const mute = (event: string, sent: boolean) =>
    form.set("muted_events", sent ? muted.filter((one) => one !== event) : [...muted, event].sort());
  return (
    <Paper component="section" aria-label={texts.events} p={0}>
      <Title order={2} p="md" pb={0}>
        {texts.events}
      </Title>
      <Quiet px="md" pb="xs">
        {on && anyone
          ? texts.anEventIsMailed(recipients.length)
          : on
            ? texts.nobodyIsMailedThere
            : texts.noMailIsSentWhile}
      </Quiet>
      <Table highlightOnHover={false} className="events">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.category}</Table.Th>
            <Table.Th scope="col">
              <div className="event">
                <span>{texts.event}</span>
                <span>{texts.whatHappens}</span>
              </div>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {categories.map(({ name, toggle, title, events }) => {
            const open = form.value(toggle) === true;
            return (
              <Table.Tr key={name} style={{ verticalAlign: "top" }}>
                <Table.Th scope="row" w={150}>
                  <Switch
                    label={title}
                    checked={open}
                    disabled={!editing}
                    onChange={({ currentTarget }) => form.set(toggle, currentTarget.checked)}
                  />
                </Table.Th>
                <Table.Td>
                  <Stack gap={8}>
                    {events.map((event) => {
                      const sent = !muted.includes(event);
                      return (
                        <div key={event} className="event">
                          <Checkbox
                            label={words(event)}
                            checked={sent}
                            disabled={!editing || !open}
                            onChange={({ currentTarget }) => mute(event, currentTarget.checked)}
                          />
                          <Status
                            tone={on && anyone && open && sent ? "good" : "quiet"}
                            label={on && anyone && open && sent ? texts.mailed : texts.silent}
                          />
                        </div>
                      );
                    })}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
