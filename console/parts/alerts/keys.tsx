/** The keys of the alerts' page, and where they are written down. */
import { Kbd, Modal, Table } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Fine } from "../text.tsx";
import * as texts from "./texts.ts";

/** What has keys of its own while it is open. */
const itsOwn = "[role=dialog], [role=menu], [role=listbox]";

/** Keys of a page. They do nothing in fields, menus and dialogs. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useHotkeys(
    Object.entries(keys).flatMap(([key, run]) =>
      onEveryLayout(key).map((press) => [
        press,
        (event) => {
          if (event.target instanceof Element && event.target.closest(itsOwn) !== null) return;
          event.preventDefault();
          run();
        },
        { preventDefault: false },
      ]),
    ),
  );
}

/** A sign that takes Shift on one keyboard takes none on another. */
function onEveryLayout(key: string): readonly string[] {
  return /^[?/]$/.test(key) ? [key, `shift+${key}`] : [key];
}

/** A key's name, and what it does. */
export type KeyHelp = readonly (readonly [keys: readonly string[], what: string])[];

export const listKeys: KeyHelp = [
  [["j", "↓"], texts.theNextAlert],
  [["k", "↑"], texts.thePreviousAlert],
  [["Enter"], texts.openTheAlert],
  [["a"], texts.acknowledgeIt],
  [["r"], texts.resolveItAfterAQuestion],
  [["m"], texts.muteAlertsLikeIt],
  [["/"], texts.search],
  [["?"], texts.theseKeys],
];

export const alertKeys: KeyHelp = [
  [["a"], texts.acknowledgeTheAlert],
  [["r"], texts.resolveItAfterAQuestion],
  [["m"], texts.muteAlertsLikeIt],
  [["p"], texts.postAnUpdate],
  [["w"], texts.askWhy],
  [["u"], texts.backToTheAlerts],
  [["?"], texts.theseKeys],
];

export function KeysDialog({ keys, close }: { readonly keys: KeyHelp; readonly close: () => void }) {
  return (
    <Modal opened onClose={close} title={texts.keys} size="sm">
      <Table verticalSpacing={6} horizontalSpacing={0} highlightOnHover={false} withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([names, what]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" w={96}>
                {names.map((name) => (
                  <Kbd key={name} size="xs" mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Fine mt="sm">{texts.theyDoNothingWhileYou}</Fine>
    </Modal>
  );
}
