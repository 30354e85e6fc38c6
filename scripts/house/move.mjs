// node move.mjs MAPFILE: moves files of a repository and rewrites relative imports and quoted repository paths.
// MAPFILE: lines "old new" of files or folders (folders end with /), applied longest first, to tracked files.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const git = (...args) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 1e9 });
const rules = readFileSync(process.argv[2], "utf8")
  .split("\n")
  .map((l) => l.trim())
  .filter((l) => l && !l.startsWith("#"))
  .map((l) => l.split(/\s+/))
  .sort((a, b) => b[0].length - a[0].length);
const files = git("ls-files").split("\n").filter(Boolean);
const to = new Map();
for (const f of files) {
  const rule = rules.find(([old]) => (old.endsWith("/") ? f.startsWith(old) : f === old));
  to.set(f, rule ? (rule[0].endsWith("/") ? rule[1] + f.slice(rule[0].length) : rule[1]) : f);
}
const seen = new Map();
for (const [a, b] of to) {
  if (seen.has(b)) throw new Error(`${a} and ${seen.get(b)} both become ${b}`);
  seen.set(b, a);
}
const code = /\.(ts|tsx|mts|mjs|js)$/;
const exts = ["", ".ts", ".tsx", ".mjs", ".js", ".d.ts"];
const resolve = (from, spec) => {
  const p = posix.normalize(posix.join(posix.dirname(from), spec));
  return exts.map((e) => p + e).find((x) => to.has(x)) ?? p;
};
const texts = new Map();
let changed = 0;
for (const f of files) {
  if (!existsSync(f)) continue;
  if (code.test(f)) {
    const before = readFileSync(f, "utf8");
    const after = before.replace(
      /((?:from|import|import\(|new URL\(|vi\.mock\()\s*\(?)(["'])(\.{1,2}\/[^"'\n]*)\2/g,
      (whole, lead, q, spec) => {
        const target = resolve(f, spec);
        const isFolder = !to.has(target);
        let now = to.get(target);
        if (isFolder) {
          const rule = rules.find(([old]) => old.endsWith("/") && (target + "/").startsWith(old));
          now = rule
            ? (rule[1] + (target + "/").slice(rule[0].length)).replace(/\/$/, target.endsWith("/") ? "/" : "")
            : target;
        }
        let rel = posix.relative(posix.dirname(to.get(f)), now);
        if (!rel.startsWith(".")) rel = `./${rel}`;
        if (spec.endsWith("/") && !rel.endsWith("/")) rel += "/";
        if (posix.normalize(posix.join(posix.dirname(f), spec)) === now && f === to.get(f)) return whole;
        return `${lead}${q}${rel}${q}`;
      },
    );
    if (after !== before) {
      texts.set(f, after);
      changed += 1;
    }
  }
}
for (const [f, text] of texts) writeFileSync(f, text);
let moved = 0;
for (const [a, b] of to)
  if (a !== b && existsSync(a)) {
    mkdirSync(dirname(b), { recursive: true });
    renameSync(a, b);
    moved += 1;
  }
// Paths written out: in docs, configuration, comments.
const named = [...to].filter(([a, b]) => a !== b);
const folderRules = rules.filter(([old]) => old.endsWith("/"));
for (const f of [...to.values()]) {
  if (
    !existsSync(f) ||
    /\.(png|lock|generated\.ts)$|package-lock|golden\//.test(f) ||
    f.startsWith("src/database/migrations/")
  )
    continue;
  let text;
  try {
    text = readFileSync(f, "utf8");
  } catch {
    continue;
  }
  if (text.includes("\u0000")) continue;
  let after = text;
  for (const [old, now] of rules) {
    if (!/\/.*\//.test(old) && !old.endsWith(".ts")) {
      /* short names like src/database/ are fine: they have a slash */
    }
    const esc = old.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    after = after.replace(
      new RegExp(`(?<![\\w./-])${esc}${old.endsWith("/") ? "" : "(?![\\w-])"}`, "g"),
      now,
    );
  }
  if (after !== text) writeFileSync(f, after);
}
git("add", "-A");
console.log(`${moved} files moved, ${changed} files with imports rewritten`);
