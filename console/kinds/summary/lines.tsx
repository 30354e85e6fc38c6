/** Objects in a list as lines of a table, where they are flat. */
import { Table } from "@mantine/core";
import type { ComponentType } from "react";
import type { ItemField, Json, ObjectField } from "../../../src/kernel/field.ts";
import { isObject } from "../../../src/kernel/validate.ts";
import { labelOf } from "../../parts/words.ts";

/** Most members that have room side by side on a phone. */
const mostColumns = 4;

/** Whether objects of these fields can stand in lines. */
export function isFlat({ fields, exactlyOne, open }: ObjectField): boolean {
  const inner = Object.values(fields);
  return (
    exactlyOne === undefined &&
    open === undefined &&
    inner.length <= mostColumns &&
    inner.every(({ type }) => !["list", "object", "map"].includes(type))
  );
}

const room = { paddingRight: 12 };

export interface InnerProps {
  readonly name: string;
  readonly field: ItemField;
  readonly value: Json | undefined;
}

interface LinesProps {
  readonly field: ObjectField;
  readonly list: readonly Json[];
  /** What draws each value. */
  readonly Inner: ComponentType<InnerProps>;
}

export function Lines({ field: { fields }, list, Inner }: LinesProps) {
  const names = Object.keys(fields);
  return (
    <Table
      layout="auto"
      highlightOnHover={false}
      verticalSpacing={4}
      horizontalSpacing={0}
      styles={{ th: room, td: room }}
    >
      <Table.Thead>
        <Table.Tr>
          {names.map((name) => (
            <Table.Th key={name} scope="col" fw={400}>
              {labelOf(name, fields[name])}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity, and nothing here is typed
          <Table.Tr key={index}>
            {names.map((name) => (
              <Table.Td key={name}>
                <Inner
                  name={name}
                  field={fields[name] as ItemField}
                  value={isObject(item) ? item[name] : null}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
