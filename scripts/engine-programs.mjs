// Puts the engines that the tests start where they are found: Prometheus, Alertmanager, blackbox_exporter and their
// checkers, vmalert, rsyslog and khal, from Debian's packages. The packages are unpacked and not installed, because their scripts would start
// services. Usage: node scripts/engine-programs.mjs; prints the folder.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = [
  "prometheus",
  "prometheus-alertmanager",
  "prometheus-blackbox-exporter",
  "victoria-metrics",
];
/** rsyslog, which the audit log is sent to, with the libraries that a machine without it lacks. */
const syslogPackages = ["rsyslog", "rsyslog-openssl", "libestr0", "libfastjson4"];
/** khal, which reads calendars, with what it imports. Debian's own Python runs it. */
const calendarPackages = [
  "khal",
  "python3-atomicwrites",
  "python3-click",
  "python3-click-log",
  "python3-configobj",
  "python3-dateutil",
  "python3-icalendar",
  "python3-pytz-deprecation-shim",
  "python3-six",
  "python3-tz",
  "python3-tzlocal",
  "python3-urwid",
  "python3-xdg",
  "tzdata",
];

/** The folder with the programs, which are fetched once. */
export function enginePrograms() {
  return join(unpacked(packages), "usr/bin");
}

/** The folder that rsyslog is unpacked in, as it would be at the root. */
export function syslogPrograms() {
  return unpacked(syslogPackages);
}

/** The folder that khal is unpacked in, as it would be at the root. */
export function calendarPrograms() {
  return unpacked(calendarPackages);
}

function unpacked(names) {
  // Another list of packages is another folder.
  const list = createHash("sha256").update(names.join(" ")).digest("hex").slice(0, 12);
  const folder = fileURLToPath(new URL(`../node_modules/.cache/engines-${list}`, import.meta.url));
  if (!existsSync(folder)) fetchPackages(names, folder);
  return folder;
}

/**
 * Debian's Alertmanager reads its templates from where its package installs them, and nowhere else. Puts them there
 * where they are not, which needs the right to write there.
 */
export function placeAlertmanagerTemplates() {
  const place = "/usr/share/prometheus/alertmanager";
  if (existsSync(join(place, "default.tmpl"))) return;
  const unpacked = join(enginePrograms(), "../share/prometheus/alertmanager");
  mkdirSync(place, { recursive: true });
  // The one that is looked for comes last, and whole.
  for (const name of ["email.tmpl", "default.tmpl"]) {
    const temporary = join(place, `${name}.${process.pid}`);
    cpSync(join(unpacked, name), temporary);
    renameSync(temporary, join(place, name));
  }
}

function fetchPackages(names, folder) {
  // apt downloads as a user of its own, who may write here.
  const work = mkdtempSync(join(tmpdir(), "orgconfig-engines-"));
  try {
    download(work, names);
    const root = join(work, "unpacked");
    mkdirSync(root);
    for (const name of readdirSync(work).filter((file) => file.endsWith(".deb")))
      execFileSync("dpkg", ["-x", join(work, name), root]);
    mkdirSync(join(folder, ".."), { recursive: true });
    const temporary = `${folder}.${process.pid}`;
    // Links as they are: libraries have relative ones.
    cpSync(root, temporary, { recursive: true, verbatimSymlinks: true });
    // Several may come here at the same time: the first one's folder stays.
    try {
      renameSync(temporary, folder);
    } catch (error) {
      rmSync(temporary, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function download(work, names) {
  const fetch = () =>
    execFileSync("apt-get", ["download", "-qq", ...names], {
      cwd: work,
      stdio: ["ignore", "ignore", "pipe"],
    });
  try {
    fetch();
  } catch {
    // The lists of a new machine are empty, or older than the packages.
    execFileSync("apt-get", ["update", "-qq"]);
    fetch();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  syslogPrograms();
  calendarPrograms();
  console.log(enginePrograms());
}
