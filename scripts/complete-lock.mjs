// Completes a lock file that was written against a registry without other platforms' packages: npm leaves
// those out, and `npm ci` then calls the lock incomplete. Adds an entry for each optional dependency that
// has none, with the platform that its name shows, so that it is skipped here and installed there.
// Usage: node scripts/complete-lock.mjs [package-lock.json ...], after every `npm install`
import { readFileSync, writeFileSync } from "node:fs";

const systems = [
  "android",
  "darwin",
  "freebsd",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "aix",
  "linux",
  "win32",
];
const processors = [
  "arm64",
  "arm",
  "x64",
  "ia32",
  "ppc64",
  "ppc64le",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

for (const file of process.argv.length > 2 ? process.argv.slice(2) : ["package-lock.json"]) complete(file);

function complete(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  let added = 0;
  for (const entry of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (lock.packages[`node_modules/${name}`] !== undefined) continue;
      lock.packages[`node_modules/${name}`] = {
        version: version.replace(/^[\^~]/, ""),
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
      added += 1;
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added} entries added`);
}

function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  return { ...(os.length > 0 ? { os } : {}), ...(cpu.length > 0 ? { cpu } : {}) };
}
