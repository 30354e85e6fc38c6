/** What somebody typed in a dialog is not lost unsaid: neither by a step back or a reload, nor by a stray press next to it. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { later } from "../parts/in-time.ts";
import { hasAgreedToLeave } from "../parts/leaving.ts";
import { Soon } from "../parts/page.tsx";

const LeaveDialog = later(() => import("../forms/leave-dialog.tsx"), "LeaveDialog");

/** Dialogs in which something was typed; those that were closed are forgotten when it is asked for. */
const typedIn = new Set<Element>();

function note({ target }: Event): void {
  // What looks for something, such as the palette, keeps nothing.
  if (!(target instanceof Element) || target.matches("[role=combobox], [type=search]")) return;
  const dialog = target.closest("[aria-modal=true]");
  // The form of a row asks by itself.
  if (dialog !== null && dialog.querySelector("form.of-row") === null) typedIn.add(dialog);
}

function isTyped(): boolean {
  for (const dialog of typedIn) if (!dialog.isConnected) typedIn.delete(dialog);
  return typedIn.size > 0;
}

function keepFromStrayPress(event: Event): void {
  const isNextTo = event.target instanceof Element && event.target.closest(".mantine-Modal-overlay") !== null;
  if (isNextTo && isTyped()) event.stopPropagation();
}

/** A button of the dialog itself may lead elsewhere once it is done. */
const isStep = ({ action }: { readonly action: string }) =>
  action !== "PUSH" && action !== "REPLACE" && isTyped() && !hasAgreedToLeave();

export function DialogGuard() {
  useEffect(() => {
    document.addEventListener("input", note, true);
    document.addEventListener("click", keepFromStrayPress, true);
    return () => {
      document.removeEventListener("input", note, true);
      document.removeEventListener("click", keepFromStrayPress, true);
    };
  }, []);
  const blocker = useBlocker({ shouldBlockFn: isStep, enableBeforeUnload: isTyped, withResolver: true });
  return blocker.status === "blocked" ? (
    <Soon>
      <LeaveDialog stay={blocker.reset} leave={blocker.proceed} />
    </Soon>
  ) : null;
}
