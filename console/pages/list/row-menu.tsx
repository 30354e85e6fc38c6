/** What can be done with one row from its list. */
import { ActionIcon, Menu, Modal, Table } from "@mantine/core";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowQuery } from "../../api/queries.ts";
import { CopyId } from "../../parts/copy-id.tsx";
import { later } from "../../parts/in-time.ts";
import { Soon } from "../../parts/page.tsx";
import { newPath, rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

const DeleteDialog = later(() => import("../../kinds/delete-dialog.tsx"), "DeleteDialog");

interface RowMenuProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

export function RowMenu({ definition, row }: RowMenuProps) {
  const here = useHere();
  const [deleting, setDeleting] = useState(false);
  const { kind, verbs, level } = definition;
  const may = here.allows(level);
  const id = String(row.id);
  return (
    <Table.Td className="above" w={36} pl={0}>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`More for ${nameOf(definition, row)}`}
          >
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={rowPath(here.slug, kind, id)}>
            Open
          </Menu.Item>
          {may && verbs.includes("update") ? (
            <Menu.Item component={Link} to={rowPath(here.slug, kind, id)} search={{ view: "edit" } as never}>
              Edit
            </Menu.Item>
          ) : null}
          {may && verbs.includes("create") ? (
            <Menu.Item component={Link} to={newPath(here.slug, kind)} search={{ from: id } as never}>
              Duplicate
            </Menu.Item>
          ) : null}
          <Menu.Item component={Link} to={rowPath(here.slug, kind, id)} search={{ view: "history" } as never}>
            History
          </Menu.Item>
          <CopyId id={id} />
          {may && verbs.includes("delete") ? (
            <Menu.Item color="red" onClick={() => setDeleting(true)}>
              Delete
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {deleting ? <Deleting definition={definition} id={id} close={() => setDeleting(false)} /> : null}
    </Table.Td>
  );
}

interface DeletingProps {
  readonly definition: Definition;
  readonly id: string;
  readonly close: () => void;
}

/** The row is read anew: what is deleted is what it is now. */
function Deleting({ definition, id, close }: DeletingProps) {
  const { slug } = useHere();
  const query = useQuery(rowQuery(slug, definition, id));
  const { data, error } = query;
  if (error !== null && data === undefined)
    return (
      <Modal opened onClose={close} title="It cannot be deleted">
        <Refusal error={error} again={query} />
      </Modal>
    );
  if (data === undefined) return null;
  return (
    <Soon>
      <DeleteDialog org={slug} definition={definition} loaded={data} close={close} stay />
    </Soon>
  );
}
