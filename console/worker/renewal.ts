/** A browser may end a subscription by itself, such as when its keys are replaced: another one is made and added. */
import { waysPath } from "./paths.ts";
import { ask, isOk } from "./service.ts";
import * as texts from "./texts.ts";

/** @returns whether the service has the new one; not where nobody is signed in, or the browser gives none */
export async function renewed({ pushManager }: ServiceWorkerRegistration): Promise<boolean> {
  const asked = await ask(waysPath, "same-origin");
  if (asked === undefined || !isOk(asked)) return false;
  const application_server_key = String(asked.body.application_server_key);
  const options = { userVisibleOnly: true, applicationServerKey: application_server_key };
  const subscription = await pushManager.subscribe(options).catch(() => undefined);
  if (subscription === undefined) return false;
  const added = await ask(waysPath, "same-origin", {
    ...{ kind: "push", name: texts.renewedDevice },
    ...{ subscription: subscription.toJSON(), application_server_key },
  });
  return added !== undefined && isOk(added);
}
