/** What can be done with a row from its page: Edit in sight, the rest behind More. */
import { Button, Group, Menu } from "@mantine/core";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { Row } from "../../api/queries.ts";
import { DeleteDialog } from "../../kinds/delete-dialog.tsx";
import type { Editing } from "../../kinds/use-editing.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { CopyId } from "../../parts/copy-id.tsx";
import { newPath } from "../../parts/paths.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

interface RowActionsProps {
  readonly definition: Definition;
  readonly loaded: Row;
  readonly editing: Editing;
  readonly showCode: () => void;
}

export function RowActions({ definition, loaded, editing, showCode }: RowActionsProps) {
  const here = useHere();
  const [deleting, setDeleting] = useState(false);
  // While a row is edited, saving comes first, and only the code follows what is typed.
  if (editing.on) return <PlainButton onClick={showCode}>{texts.showAsCode}</PlainButton>;
  const { kind, verbs, level } = definition;
  const allowed = here.allows(level);
  const id = String(loaded.row.id);
  return (
    <Group gap="xs">
      <Menu position="bottom-end" shadow="md" width={180}>
        <Menu.Target>
          <PlainButton
            rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
            style={{ "--button-padding-x": "12px" }}
          >
            {texts.more}
          </PlainButton>
        </Menu.Target>
        <Menu.Dropdown>
          {allowed && verbs.includes("create") ? (
            <Menu.Item component={Link} to={newPath(here.slug, kind)} search={{ from: id } as never}>
              {texts.duplicate}
            </Menu.Item>
          ) : null}
          <Menu.Item onClick={showCode}>{texts.showAsCode}</Menu.Item>
          <CopyId id={id} />
          {allowed && verbs.includes("delete") ? (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setDeleting(true)}>
                {texts.deleteNow}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {editing.may ? (
        <Button ref={editing.button} onClick={editing.open}>
          {texts.edit}
        </Button>
      ) : null}
      {deleting ? (
        <DeleteDialog
          org={here.slug}
          definition={definition}
          loaded={loaded}
          close={() => setDeleting(false)}
        />
      ) : null}
    </Group>
  );
}
