// How the provider's one file is loaded: with V8's code cache, if this very node made one, which spares each of the
// three starts of a plan a third of its work. V8 looks itself whether a cache fits, and compiles where it does not.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { fileURLToPath } from "node:url";

/** The folder of a mirror whose node makes the same code as the one that builds. */
export const ownPlatform = `${platform()}_${arch() === "x64" ? "amd64" : arch()}`;

// A cache is of use only under the flags under which it was made, and the provider sets some when it runs.
const run = readFileSync(fileURLToPath(new URL("../provider/short-run.ts", import.meta.url)), "utf8");
const [, flags] = /setFlagsFromString\("([^"]+)"\)/.exec(run);

// What was compiled when the process ends is what a start needs. Run by hand, the provider ends at once.
const maker = `process.on("exit", function () { fs.writeFileSync(cache, script.createCachedData()); });`;

/** JavaScript that runs `orgconfig.cjs` beside it. */
export const loader = script("");

/** Makes the cache of `orgconfig.cjs` in the folder, for the node that runs this. */
export function makeCache(folder) {
  const options = { cwd: folder, stdio: "ignore", env: {} };
  try {
    execFileSync(process.execPath, ["-e", `__dirname = process.cwd();${script(maker)}`], options);
  } catch {
    // It says that it is no program to run by hand, and the cache is written all the same.
  }
}

function script(beforeRun) {
  return `var fs = require("fs"), vm = require("vm"), Module = require("module");
require("v8").setFlagsFromString("${flags}");
var file = __dirname + "/orgconfig.cjs";
var cache = __dirname + "/orgconfig-" + process.version + ".cache";
var cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
var source = Module.wrap(fs.readFileSync(file, "utf8"));
// With this, import() works in it as elsewhere; a node before 20.10 does not know it.
var importing = vm.constants && vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
var script = new vm.Script(source, { filename: file, cachedData: cachedData, importModuleDynamically: importing });
${beforeRun}
script.runInThisContext().call(exports, exports, require, module, file, __dirname);
`;
}
