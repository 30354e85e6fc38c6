/** The address that a forge's webhooks are sent to. */
import { CopyLine } from "../../../parts/copy.tsx";
import * as texts from "./texts.ts";

export function HookAddress({ id }: { readonly id: string }) {
  return (
    <CopyLine value={`${window.location.origin}/api/v1/intake/git/${id}`} label={texts.copyTheAddress} />
  );
}
