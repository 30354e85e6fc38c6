/** Says to systemd where the program stands, where it is a unit of Type=notify (sd_notify(3)). */
import { execFile } from "node:child_process";
import cluster from "node:cluster";
import type { Logger } from "pino";

/** Node has no datagram sockets of the file system, so systemd's own program says it. Workers leave it to their supervisor. */
export function notifySystemd(state: "READY=1" | "STOPPING=1", logger: Pick<Logger, "warn">): void {
  if (!cluster.isPrimary || !process.env.NOTIFY_SOCKET) return;
  execFile("systemd-notify", [state], (err) => {
    if (err) logger.warn({ err }, `systemd was not notified of ${state}: see that systemd-notify is there`);
  });
}
