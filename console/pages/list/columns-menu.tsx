/** Which columns a list shows: kept in the address, and for this browser where the address says nothing. */
import { Button, Checkbox, Group, Popover, ScrollArea, Stack } from "@mantine/core";
import IconColumns from "@tabler/icons-react/dist/esm/icons/IconColumns3.mjs";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { allColumns, type Column } from "./columns.ts";

interface ColumnsMenuProps {
  readonly definition: Definition;
  readonly columns: readonly Column[];
  /** Undefined puts the usual ones back. */
  readonly set: (names: readonly string[] | undefined) => void;
}

export function ColumnsMenu({ definition, columns, set }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  const all = allColumns(definition);
  const shown = columns.map(({ name }) => name);
  // The first names the row, and stays.
  const [first, ...others] = all;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          fw={450}
          leftSection={<IconColumns size={14} stroke={1.7} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          visibleFrom="sm"
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <ScrollArea.Autosize mah={320} type="auto">
          <Checkbox.Group
            aria-label="Columns"
            value={shown}
            onChange={(names) =>
              set(all.map(({ name }) => name).filter((name) => name === first?.name || names.includes(name)))
            }
          >
            <Stack gap={6} p={4}>
              {others.map(({ name, label }) => (
                <Checkbox key={name} size="xs" value={name} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
        <Group mt={8}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
            Default columns
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
